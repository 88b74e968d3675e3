import { staffSession as calls } from '@krapao/contract/staff/session';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { StaffAccounts } from './accounts.ts';
import type { SecondFactors } from './second-factors.ts';
import type { StaffSessions } from './sessions.ts';

/** Routes of sign-in, sessions and second factors of staff. */
export function staffRoutes(
  router: StaffRouter,
  {
    sessions,
    accounts,
    factors,
  }: { sessions: StaffSessions; accounts: StaffAccounts; factors: SecondFactors },
): void {
  router.add(calls['POST /staff/api/session'], async ({ body, setSession, ...call }) => {
    const { token, staff } = await sessions.signIn({ ...call, ...body, code: body.code });
    setSession(token);
    return shown(staff);
  });
  router.add(calls['GET /staff/api/session'], ({ staff }) => Promise.resolve(shown(staff)));
  router.add(calls['DELETE /staff/api/session'], async ({ setSession, ...call }) => {
    await sessions.signOut(call.staff, actorOf(call.staff, call));
    setSession(undefined);
    return { status: true as const };
  });
  router.add(calls['POST /staff/api/links'], async ({ body, caller, requestId }) => {
    await accounts.useLink(body.token, body.password, { address: caller.address, requestId });
    return { status: true as const };
  });
  router.add(calls['POST /staff/api/totp'], ({ staff, body, caller }) =>
    factors.beginTotp(staff, body.password, caller.address),
  );
  router.add(calls['PUT /staff/api/totp'], async (call) => ({
    recoveryCodes: await factors.confirmTotp(call.staff, call.body.code, actorOf(call.staff, call)),
  }));
}

const shown = ({ id, email, name, roles, permissions, mustSetUpFactor }: StaffCaller) => ({
  staff: { id, email, name, roles: [...roles], permissions: [...permissions] },
  mustSetUpFactor,
});
