import { toWire } from '@krapao/contract/money';
import { staffMemberSections as calls } from '@krapao/contract/staff/member-sections';
import type { Database } from '../../database/open.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import type { Clock } from '../../kernel/clock.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { actorOf } from '../staff-audit/service.ts';
import type { MemberBonuses } from './bonuses.ts';
import { listChat } from './chat.ts';
import { listLinks } from './links.ts';
import { showMovement } from './movement.ts';
import { listPlayDays, readPlay } from './play.ts';
import { findContact, type MemberContact } from './read.ts';

/** Routes of the sections of a member's page, for staff. */
export function memberSectionRoutes(
  router: StaffRouter,
  { database, clock, bonuses }: { database: Database; clock: Clock; bonuses: MemberBonuses },
): void {
  const { queries } = database;
  /** @throws StaffError NO_DATA */
  const find = async (id: string): Promise<MemberContact> => {
    const member = await findContact(queries, id);
    if (!member) throw new StaffError('NO_DATA');
    return member;
  };

  router.add(
    calls['GET /staff/api/members/:id/movements/:transferId'],
    async ({ staff, params: { id, transferId } }) => {
      const { wallet } = await find(id);
      const movement = await showMovement(queries, staff, wallet, transferId);
      if (!movement) throw new StaffError('NO_DATA');
      return { movement };
    },
  );
  router.add(calls['GET /staff/api/members/:id/play'], async ({ params: { id } }) => {
    await find(id);
    return { items: await readPlay(queries, id), next: null };
  });
  router.add(calls['GET /staff/api/members/:id/play-days'], async ({ params: { id }, query }) => {
    await find(id);
    return listPlayDays(queries, id, query.after);
  });
  router.add(calls['GET /staff/api/members/:id/bonuses'], async ({ params: { id }, query }) => {
    await find(id);
    return bonuses.list(id, query.after);
  });
  router.add(calls['POST /staff/api/members/:id/bonuses/:bonusId/cancel'], async (call) => {
    const { id, bonusId } = call.params;
    await find(id);
    return { cost: toWire(await bonuses.cancel(actorOf(call.staff, call), id, bonusId, call.body.reason)) };
  });
  router.add(calls['GET /staff/api/members/:id/links'], async ({ staff, params: { id } }) => {
    await find(id);
    return listLinks(queries, staff, { memberId: id, now: clock.now() });
  });
  router.add(calls['GET /staff/api/members/:id/chat'], async ({ params: { id }, query }) => {
    await find(id);
    return listChat(queries, id, query.after);
  });
}
