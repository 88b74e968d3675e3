import { session } from '@krapao/contract/session';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import type { PasswordResets } from './service.ts';

/** Routes of a forgotten password. */
export function passwordResetRoutes(router: Router, resets: PasswordResets): void {
  router.add(session['POST /api/password/reset'], async ({ body, language, request }) => {
    await resets.ask(body.phone, callerOf(request), language);
    return { message: 'OK' };
  });

  router.add(session['POST /api/password/reset/confirm'], async ({ body, language, request }) => {
    await resets.confirm(body, callerOf(request), language);
    return { message: 'SUCCESS' };
  });
}
