/**
 * The dialect with a player's balance but no references. Only the balance shows the result of a call without
 * an answer, and a repeated call is done twice.
 */
import { MAX_MINOR, minor, parseDecimal, toDecimal, type Minor } from '@krapao/contract/money';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isoTime, password, providerCode, username } from '../http/fields.ts';
import { HttpError } from '../http/http-error.ts';
import type { App } from '../http/types.ts';
import { BODY_HASH_HEADER, isBodyHashed } from '../signature/body-hash.ts';
import type { TransferRecord } from '../store/records.ts';
import type { Launcher } from './launcher.ts';
import { requireOpenProvider } from './open-provider.ts';
import type { Players } from './players.ts';
import type { Dialect, Providers } from './providers.ts';
import type { SiteAccess } from './site-access.ts';
import { pageSize, turnoverCursor } from './turnover-fields.ts';
import type { Turnover } from './turnover.ts';

const DIALECTS: readonly Dialect[] = ['balance-only'];

/** Refusals that this dialect answers with HTTP status 200. */
const REFUSALS: readonly string[] = ['no_player', 'insufficient_funds', 'wrong_password'];

export interface BalanceOnlyDeps {
  readonly providers: Providers;
  readonly players: Players;
  readonly access: SiteAccess;
  readonly launcher: Launcher;
  readonly turnover: Turnover;
  readonly secret: string;
}

/** Amount to add to a credit, as decimal text with two decimals; a negative amount is subtracted. */
const delta = z
  .string()
  .regex(/^-?\d{1,12}\.\d{2}$/, 'must be decimal text with two decimals')
  .transform((text, context): { type: 'deposit' | 'withdraw'; amount: Minor } => {
    const type = text.startsWith('-') ? 'withdraw' : 'deposit';
    const amount = parseDecimal(text.replace('-', ''));
    if (amount !== null && amount > 0n && amount <= MAX_MINOR) return { type, amount };
    context.addIssue({ code: 'custom', message: 'must not be zero nor too large' });
    return z.NEVER;
  });

const codeParams = z.object({ code: providerCode });
const credentials = z.object({ user: username, password });
const onePlayer = z.object({ user: username });

const changeView = ({ type, amountMinor, balanceMinor, at }: TransferRecord) => ({
  at: new Date(at).toISOString(),
  delta: toDecimal(type === 'deposit' ? amountMinor : minor(-amountMinor)),
  balance: balanceMinor === null ? null : toDecimal(balanceMinor),
});

export function balanceOnlyRoutes(app: App, deps: BalanceOnlyDeps): void {
  app.addHook('preValidation', async ({ rawBody, headers }) => {
    if (!isBodyHashed(rawBody, deps.secret, headers[BODY_HASH_HEADER]))
      throw new HttpError(401, 'bad_hash', 'the hash is not that of this body');
  });
  requireOpenProvider(app, deps, DIALECTS);
  answerRefusals(app);
  accountRoutes(app, deps);
  creditRoutes(app, deps.players);
  playRoutes(app, deps);
}

/** Answers `{ ok: false, error }`, as this dialect does, with the matching status. */
function answerRefusals(app: App): void {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error instanceof HttpError) {
      const status = REFUSALS.includes(error.code) ? 200 : error.status;
      return reply.code(status).send({ ok: false, error: error.code, message: error.message });
    }
    if (hasZodFastifySchemaValidationErrors(error) || (error.statusCode ?? 500) < 500) {
      return reply.code(400).send({ ok: false, error: 'bad_request', message: error.message });
    }
    request.log.error(error);
    return reply.code(500).send({ ok: false, error: 'internal' });
  });
}

function accountRoutes(app: App, { players, access }: BalanceOnlyDeps): void {
  app.post(
    '/provider/:code/v1/create',
    { schema: { params: codeParams, body: credentials } },
    async ({ params, body }) => ({
      ok: true,
      existed: players.create(params.code, body.user, body.password) === 'exists',
    }),
  );

  app.post(
    '/provider/:code/v1/password',
    { schema: { params: codeParams, body: credentials } },
    async ({ params, body }) => {
      players.setPassword(params.code, body.user, body.password);
      return { ok: true };
    },
  );

  app.post(
    '/provider/:code/v1/logout',
    { schema: { params: codeParams, body: onePlayer } },
    async ({ params, body }) => {
      access.signOutPlayer(params.code, body.user);
      return { ok: true };
    },
  );
}

function creditRoutes(app: App, players: Players): void {
  app.post(
    '/provider/:code/v1/balance',
    { schema: { params: codeParams, body: onePlayer } },
    async ({ params, body }) => ({
      ok: true,
      balance: toDecimal(players.get(params.code, body.user).balanceMinor),
    }),
  );

  app.post(
    '/provider/:code/v1/credit',
    { schema: { params: codeParams, body: onePlayer.extend({ delta }) } },
    async ({ params: { code }, body }) => {
      // The provider's internal reference: no caller ever sees it or asks for it.
      const reference = randomUUID();
      const { reason } = players.transfer(code, { reference, username: body.user, ...body.delta });
      if (reason !== null) return { ok: false, error: reason };
      return { ok: true, balance: toDecimal(players.get(code, body.user).balanceMinor) };
    },
  );

  app.post(
    '/provider/:code/v1/history',
    { schema: { params: codeParams, body: onePlayer.extend({ since: isoTime.optional() }) } },
    async ({ params: { code }, body: { user, since = 0 } }) => {
      const changes = players
        .transfersOf(code, user)
        .filter(({ status, at }) => status === 'done' && at >= since);
      return { ok: true, entries: changes.reverse().map(changeView) };
    },
  );
}

function playRoutes(app: App, { providers, launcher, turnover }: BalanceOnlyDeps): void {
  app.post(
    '/provider/:code/v1/turnover',
    { schema: { params: codeParams, body: z.object({ after: turnoverCursor, limit: pageSize }) } },
    async ({ params, body }) => ({ ok: true, ...turnover.page(params.code, body.after, body.limit) }),
  );

  app.post(
    '/provider/:code/v1/launch',
    {
      schema: {
        params: codeParams,
        body: z.object({
          user: username,
          password: password.optional(),
          lang: z.enum(['th', 'la', 'en']),
        }),
      },
    },
    async ({ params, body: { user, ...rest } }) => {
      const info = providers.speaking(params.code, DIALECTS);
      return { ok: true, url: launcher.url(info, { username: user, ...rest }) };
    },
  );

  app.post('/provider/:code/v1/health', { schema: { params: codeParams } }, async () => ({
    ok: true,
    status: 'up',
  }));
}
