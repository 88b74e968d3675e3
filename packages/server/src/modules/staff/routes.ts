import { staffPeople } from '@krapao/contract/staff/people';
import { staffRoles } from '@krapao/contract/staff/roles';
import { staffSession as calls } from '@krapao/contract/staff/session';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { Waiting, type StaffRouter } from '../../http/staff-router.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { StaffAccounts } from './accounts.ts';
import type { Passkeys } from './passkeys.ts';
import { OWN_SIGN_IN } from './own-sign-in.ts';
import type { OwnRoles } from './own-roles.ts';
import type { StaffPeople } from './people.ts';
import type { SecondFactors } from './second-factors.ts';
import type { StaffSessions } from './sessions.ts';

/** Routes of sign-in, sessions and second factors of staff. */
export function staffRoutes(
  router: StaffRouter,
  {
    sessions,
    accounts,
    factors,
    passkeys,
    hasOwnSignIn,
  }: {
    sessions: StaffSessions;
    accounts: StaffAccounts;
    factors: SecondFactors;
    passkeys: Passkeys;
    hasOwnSignIn: boolean;
  },
): void {
  router.add(calls['POST /staff/api/session'], async ({ body, setSession, ...call }) => {
    const { token, staff } = await sessions.signIn({ ...call, ...body, code: body.code });
    setSession(token);
    return shown(staff);
  });
  router.add(calls['GET /staff/api/ways'], () =>
    Promise.resolve({ provider: hasOwnSignIn ? OWN_SIGN_IN.begin : null }),
  );
  router.add(calls['POST /staff/api/passkey/challenge'], async ({ site }) => ({
    options: { ...(await passkeys.beginSignIn(site)) },
  }));
  router.add(calls['POST /staff/api/passkey/session'], async ({ body, site, setSession, ...call }) => {
    const { token, staff } = await sessions.signInByPasskey(call, () => passkeys.signIn(body.answer, site));
    setSession(token);
    return shown(staff);
  });
  router.add(calls['GET /staff/api/passkeys'], async ({ staff }) => ({
    items: await passkeys.list(staff),
    next: null,
  }));
  router.add(calls['POST /staff/api/passkeys/challenge'], async ({ staff, body, caller, site }) => {
    await factors.checkAgain(staff, body, { address: caller.address, site });
    return { options: { ...(await passkeys.beginNew(staff, site)) } };
  });
  router.add(calls['POST /staff/api/passkeys'], async (call) => ({
    passkey: await passkeys.addNew(call.staff, actorOf(call.staff, call), { ...call.body, site: call.site }),
  }));
  router.add(calls['DELETE /staff/api/passkeys/:id'], async (call) => {
    await factors.checkAgain(call.staff, call.body, { address: call.caller.address, site: call.site });
    await passkeys.forget(call.staff, actorOf(call.staff, call), call.params.id);
    return { status: true as const };
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
  router.add(calls['POST /staff/api/totp'], ({ staff, body, caller, site }) =>
    factors.beginTotp(staff, body, { address: caller.address, site }),
  );
  router.add(calls['PUT /staff/api/totp'], async (call) => ({
    recoveryCodes: await factors.confirmTotp(call.staff, call.body.code, actorOf(call.staff, call)),
  }));
}

/** Routes of the list of staff and their roles. */
export function peopleRoutes(router: StaffRouter, people: StaffPeople): void {
  router.add(staffPeople['GET /staff/api/staff'], ({ query }) => people.list(query));
  router.add(
    staffPeople['POST /staff/api/staff'],
    async (call) => new Waiting(await people.proposeNew(call.staff, actorOf(call.staff, call), call.body)),
  );
  router.add(staffPeople['POST /staff/api/staff/:id/roles'], async (call) => {
    const asked = { staffId: call.params.id, ...call.body };
    return new Waiting(await people.proposeRoles(call.staff, actorOf(call.staff, call), asked));
  });
  router.add(staffPeople['POST /staff/api/staff/:id/disable'], async (call) => ({
    ended: await people.disable(call.staff, actorOf(call.staff, call), call.params.id, call.body.reason),
  }));
}

/** Routes of roles. */
export function roleRoutes(router: StaffRouter, roles: OwnRoles): void {
  router.add(staffRoles['GET /staff/api/roles'], () => roles.list());
  router.add(
    staffRoles['POST /staff/api/roles'],
    async (call) => new Waiting(await roles.proposeNew(call.staff, actorOf(call.staff, call), call.body)),
  );
  router.add(
    staffRoles['POST /staff/api/roles/change'],
    async (call) => new Waiting(await roles.proposeChange(call.staff, actorOf(call.staff, call), call.body)),
  );
  router.add(
    staffRoles['POST /staff/api/roles/removal'],
    async (call) => new Waiting(await roles.proposeRemoval(call.staff, actorOf(call.staff, call), call.body)),
  );
}

const shown = ({ id, email, name, roles, permissions, mustSetUpFactor }: StaffCaller) => ({
  staff: { id, email, name, roles: [...roles], permissions: [...permissions] },
  mustSetUpFactor,
});
