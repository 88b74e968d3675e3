import { staffProtection as calls } from '@krapao/contract/staff/protection';
import { sentMinor } from '../../http/money.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Database } from '../../database/open.ts';
import { findOwner } from '../account/queries.ts';
import { actorOf, recordAct, type Actor } from '../staff-audit/service.ts';
import { presentProtection } from './present.ts';
import type { Owner, ProtectionService, StaffChange } from './service.ts';

/** Routes of a member's protection, for staff. */
export function staffProtectionRoutes(
  router: StaffRouter,
  { database, protection }: { database: Database; protection: ProtectionService },
): void {
  /** @throws StaffError NO_DATA */
  const find = async (id: string): Promise<Owner> => {
    const owner = await findOwner(database.queries, id);
    if (!owner) throw new StaffError('NO_DATA');
    return owner;
  };
  const show = async (owner: Owner) => ({ protection: presentProtection(await protection.show(owner)) });

  router.add(calls['GET /staff/api/members/:id/protection'], async ({ params }) =>
    show(await find(params.id)),
  );

  router.add(calls['PUT /staff/api/members/:id/protection/limits'], async (call) => {
    const { kind, period, amount, reason } = call.body;
    const owner = await find(call.params.id);
    if (amount <= 0) throw new StaffError('KEY_INVALID');
    const limit = { kind, period, amount: sentMinor(amount) };
    const act = { action: 'protection.limit', reason, after: { kind, period, amount } };
    await protection.setLimit(owner, limit, changeBy(actorOf(call.staff, call), owner, act));
    return show(owner);
  });

  router.add(calls['POST /staff/api/members/:id/protection/break'], async (call) => {
    const { hours, reason } = call.body;
    const owner = await find(call.params.id);
    const act = { action: 'protection.break', reason, after: { hours } };
    await protection.takeBreak(owner, hours, changeBy(actorOf(call.staff, call), owner, act));
    return show(owner);
  });

  router.add(calls['POST /staff/api/members/:id/protection/exclusion'], async (call) => {
    const { months, reason } = call.body;
    const owner = await find(call.params.id);
    const act = { action: 'protection.exclusion', reason, after: { months } };
    await protection.exclude(owner, months, changeBy(actorOf(call.staff, call), owner, act));
    return show(owner);
  });
}

/** Returns a change that is recorded as an act of staff. */
const changeBy = (
  actor: Actor,
  { id }: Owner,
  act: { action: string; reason: string; after: object },
): StaffChange => ({
  by: actor.name,
  record: (tx, before) => recordAct(tx, { actor, ...act, subject: `member ${id}`, outcome: 'done', before }),
  refuse: () => {
    throw new StaffError('NOT_POSSIBLE');
  },
});
