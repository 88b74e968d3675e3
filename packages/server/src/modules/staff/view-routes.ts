import { staffViews as calls, VIEWS_MAX } from '@krapao/contract/staff/views';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import type { StaffRouter } from '../../http/staff-router.ts';
import { newId } from '../../kernel/ids.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { actorOf, recordAct } from '../staff-audit/service.ts';
import { forgetView, keepView, listViews, type ViewRow } from './views-repo.ts';

/** Routes of kept views. */
export function staffViewRoutes(router: StaffRouter, database: Database): void {
  router.add(calls['GET /staff/api/views'], async ({ staff }) => ({
    items: (await listViews(database.queries, staff.id)).map((row) => shown(row, staff)),
    next: null,
  }));
  router.add(calls['POST /staff/api/views'], async (call) => {
    const { staff, body } = call;
    const id = await database.transaction(async (tx) => {
      const kept = await keepView(tx, { ...body, id: newId(), staffId: staff.id }, VIEWS_MAX);
      if (kept === undefined) throw new StaffError('NOT_POSSIBLE');
      await recordAct(tx, {
        actor: actorOf(staff, call),
        action: 'view.keep',
        subject: `view ${kept}`,
        outcome: 'done',
        after: body,
      });
      return kept;
    });
    return { view: shown({ ...body, id, ownerId: staff.id, ownerName: staff.name }, staff) };
  });
  router.add(calls['DELETE /staff/api/views/:id'], async (call) => {
    const { id } = call.params;
    await database.transaction(async (tx) => {
      const before = await forgetView(tx, { id, staffId: call.staff.id });
      if (!before) throw new StaffError('NO_DATA');
      const actor = actorOf(call.staff, call);
      await recordAct(tx, { actor, action: 'view.forget', subject: `view ${id}`, outcome: 'done', before });
    });
    return { status: true as const };
  });
}

const shown = ({ ownerId, ownerName, ...view }: ViewRow, staff: StaffCaller) => ({
  ...view,
  owner: { id: ownerId, name: ownerName },
  isOwn: ownerId === staff.id,
});
