import { session } from '@krapao/contract/session';
import type { Router } from '../../http/router.ts';
import type { SessionService } from './service.ts';

export function sessionRoutes(router: Router, sessions: SessionService): void {
  router.add(session['POST /api/login'], async ({ body }) => ({
    token: await sessions.logIn(body.username, body.password),
  }));

  router.add(session['POST /api/logout'], async ({ member }) => {
    await sessions.logOut(member.sessionId);
    return { message: 'OK' };
  });
}
