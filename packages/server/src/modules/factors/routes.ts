import { factors as calls } from '@krapao/contract/factors';
import { session } from '@krapao/contract/session';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import type { SessionService } from '../session/service.ts';
import type { Site } from '../../kernel/webauthn.ts';
import type { Passkeys, ShownPasskey } from './passkeys.ts';
import type { Factors } from './own-factors.ts';
import type { StepUp } from './service.ts';

interface Parts {
  factors: Factors;
  passkeys: Passkeys;
  stepUp: StepUp;
  sessions: Pick<SessionService, 'byPasskey' | 'openProven'>;
}

/** @param publicUrl the address of the site; without it passkeys belong to the host that a request names */
export function factorRoutes(router: Router, parts: Parts, publicUrl: string | undefined): void {
  const siteOf = siteReader(publicUrl);
  addPasskeyRoutes(router, parts, siteOf);
  addTotpRoutes(router, parts);
  addStepUpRoutes(router, parts, siteOf);
}

function addPasskeyRoutes(router: Router, { factors, passkeys, sessions }: Parts, siteOf: SiteOf): void {
  router.add(session['POST /api/login/passkey/challenge'], async ({ request }) => ({
    options: { ...(await passkeys.begin({ for: 'log-in' }, siteOf(request))) },
  }));

  router.add(session['POST /api/login/passkey'], async ({ body, request, language }) => {
    const from = {
      caller: callerOf(request),
      userAgent: request.headers['user-agent'] ?? '',
      language,
    };
    const { token, deviceMark } = await sessions.byPasskey(String(body.answer['id']), () =>
      passkeys.use(body.answer, { for: 'log-in', site: siteOf(request) }, (tx, memberId) =>
        sessions.openProven(tx, memberId, from),
      ),
    );
    return { token, ...(deviceMark !== undefined && { deviceMark }) };
  });

  router.add(calls['GET /api/account/factors'], async ({ member }) => {
    const { passkeys: own, ...others } = await factors.show(member);
    return { passkeys: own.map(presentPasskey), ...others };
  });

  router.add(calls['POST /api/account/passkeys/challenge'], async ({ member, request }) => ({
    options: { ...(await factors.beginPasskey(member, siteOf(request))) },
  }));

  router.add(calls['POST /api/account/passkeys'], async ({ member, body, request, language }) => {
    const made = { ...body, site: siteOf(request) };
    const { passkey, recoveryCodes } = await factors.addPasskey(member, made, language);
    return { passkey: presentPasskey(passkey), recoveryCodes };
  });

  router.add(calls['PUT /api/account/passkeys/:passkeyId'], async ({ member, params, body }) => {
    await factors.renamePasskey(member, params.passkeyId, body.name);
    return { message: 'SUCCESS' };
  });

  router.add(calls['DELETE /api/account/passkeys/:passkeyId'], async ({ member, params, language }) => {
    await factors.removePasskey(member, params.passkeyId, language);
    return { message: 'SUCCESS' };
  });
}

function addTotpRoutes(router: Router, { factors }: Parts): void {
  router.add(calls['POST /api/account/totp'], ({ member }) => factors.beginTotp(member));

  router.add(calls['PUT /api/account/totp'], async ({ member, body, language }) => ({
    recoveryCodes: await factors.confirmTotp(member, body.code, language),
  }));

  router.add(calls['DELETE /api/account/totp'], async ({ member, language }) => {
    await factors.removeTotp(member, language);
    return { message: 'SUCCESS' };
  });

  router.add(calls['POST /api/account/recovery-codes'], async ({ member, language }) => ({
    recoveryCodes: await factors.newCodes(member, language),
  }));
}

function addStepUpRoutes(router: Router, { passkeys, stepUp }: Parts, siteOf: SiteOf): void {
  router.add(calls['GET /api/step-up'], async ({ member }) => ({ ways: await stepUp.waysOf(member.id) }));

  router.add(calls['POST /api/step-up/challenge'], async ({ member, request }) => ({
    options: { ...(await passkeys.begin({ for: 'step-up', memberId: member.id }, siteOf(request))) },
  }));

  router.add(calls['POST /api/step-up'], async ({ member, body, request }) => {
    await stepUp.prove(member, body, siteOf(request));
    return { message: 'OK' };
  });
}

type SiteOf = (request: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>) => Site;

function siteReader(publicUrl: string | undefined): SiteOf {
  if (publicUrl === undefined) {
    return ({ protocol, host, hostname }) => ({ origin: `${protocol}://${host}`, hostname });
  }
  const { origin, hostname } = new URL(publicUrl);
  return () => ({ origin, hostname });
}

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: ShownPasskey) => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
