import { staffProtection as calls } from '@krapao/contract/staff/protection';
import type { ContentStore } from '../../content/store.ts';
import type { Caller } from '../../domain/caller.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { sentMinor } from '../../http/money.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import type { Clock } from '../../kernel/clock.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Database } from '../../database/open.ts';
import { findOwner } from '../account/queries.ts';
import { actorOf, recordAct, recordingRefusal } from '../staff-audit/service.ts';
import { presentToStaff } from './present.ts';
import type { Owner, ProtectionService, StaffChange } from './service.ts';
import { listChanges, listStopped } from './staff-reads.ts';

/** Routes of members' protection, for staff. */
export function staffProtectionRoutes(
  router: StaffRouter,
  parts: { database: Database; protection: ProtectionService; content: ContentStore; clock: Clock },
): void {
  const { database, protection, content, clock } = parts;
  const { queries } = database;
  const done = { status: true } as const;
  /** @throws StaffError NO_DATA */
  const find = async (id: string): Promise<Owner> => {
    const owner = await findOwner(queries, id);
    if (!owner) throw new StaffError('NO_DATA');
    return owner;
  };

  /** Makes a change that is recorded as an act of staff; a refused one is recorded with what was asked. */
  const change = async (
    call: { staff: StaffCaller; caller: Caller; requestId: string },
    { id }: Owner,
    { action, asked, reason }: { action: string; asked: object; reason: string },
    work: (by: StaffChange) => Promise<void>,
  ): Promise<void> => {
    const act = { actor: actorOf(call.staff, call), action, subject: `member ${id}` };
    const by: StaffChange = {
      by: call.staff.name,
      reason,
      record: (tx, changed) => recordAct(tx, { ...act, ...changed, reason, outcome: 'done' }),
      refuse: () => {
        throw new StaffError('ONLY_TIGHTER');
      },
    };
    await recordingRefusal(database, { ...act, after: asked }, () => work(by));
  };

  router.add(calls['GET /staff/api/members/:id/protection'], async ({ params }) => ({
    protection: presentToStaff(await protection.show(await find(params.id))),
  }));

  router.add(calls['GET /staff/api/members/:id/protection/changes'], async ({ params, query }) =>
    listChanges(queries, (await find(params.id)).id, query.after),
  );

  router.add(calls['GET /staff/api/protection/stopped'], ({ staff, query: { list, after } }) =>
    listStopped(queries, staff, { list, after, now: clock.now() }),
  );

  router.add(calls['GET /staff/api/protection/choices'], async () => {
    const { breakHours, exclusionMonths } = (await content.get()).protection;
    return { breakHours, exclusionMonths };
  });

  router.add(calls['PUT /staff/api/members/:id/protection/limits'], async (call) => {
    const { kind, period, amount, reason } = call.body;
    const owner = await find(call.params.id);
    if (amount <= 0) throw new StaffError('KEY_INVALID');
    const limit = { kind, period, amount: sentMinor(amount) };
    const act = { action: 'protection.limit', asked: { limit: `${kind}_${period}`, amount }, reason };
    await change(call, owner, act, (by) => protection.setLimit(owner, limit, by));
    return done;
  });

  router.add(calls['POST /staff/api/members/:id/protection/break'], async (call) => {
    const { hours, reason } = call.body;
    const owner = await find(call.params.id);
    const act = { action: 'protection.break', asked: { hours }, reason };
    await change(call, owner, act, (by) => protection.takeBreak(owner, hours, by));
    return done;
  });

  router.add(calls['POST /staff/api/members/:id/protection/exclusion'], async (call) => {
    const { months, reason } = call.body;
    const owner = await find(call.params.id);
    const act = { action: 'protection.exclusion', asked: { months }, reason };
    await change(call, owner, act, (by) => protection.exclude(owner, months, by));
    return done;
  });
}
