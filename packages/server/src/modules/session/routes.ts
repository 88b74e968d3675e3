import { account } from '@krapao/contract/account';
import { session } from '@krapao/contract/session';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import { deviceName } from '../../kernel/device-name.ts';
import type { PasswordRules } from '../passwords/service.ts';
import type { SessionService } from './service.ts';

export function sessionRoutes(
  router: Router,
  { sessions, passwordRules }: { sessions: SessionService; passwordRules: PasswordRules },
): void {
  router.add(session['POST /api/login'], async ({ body, request, language }) => {
    const userAgent = request.headers['user-agent'] ?? '';
    const caller = callerOf(request);
    const { token, deviceMark } = await sessions.logIn({ ...body, userAgent, caller, language });
    return { token, ...(deviceMark !== undefined && { deviceMark }) };
  });

  router.add(session['POST /api/logout'], async ({ member }) => {
    await sessions.logOut(member.sessionId);
    return { message: 'OK' };
  });

  router.add(account['PUT /api/account/changepwd'], async ({ member, body, language }) => {
    const { username: phone, name, bankAccountName } = member;
    await passwordRules.assertGood(body.newPassword, { phone, names: [name, bankAccountName] });
    await sessions.changePassword(member, body, language);
    return { message: 'SUCCESS' };
  });

  router.add(account['GET /api/account/sessions'], async ({ member }) => {
    const open = await sessions.list(member);
    return open.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      _id: String(id),
      device: deviceName(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === member.sessionId,
    }));
  });

  router.add(account['DELETE /api/account/sessions/:sessionId'], async ({ member, params }) => {
    await sessions.end(member, BigInt(params.sessionId));
    return { message: 'SUCCESS' };
  });

  router.add(account['DELETE /api/account/other-sessions'], async ({ member }) => {
    await sessions.endOthers(member);
    return { message: 'SUCCESS' };
  });

  router.add(account['DELETE /api/account/sessions'], async ({ member }) => {
    await sessions.endAll(member);
    return { message: 'SUCCESS' };
  });
}
