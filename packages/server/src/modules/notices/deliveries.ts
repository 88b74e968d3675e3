import type { NoticeKind } from '@krapao/contract/notice-kinds';
import type { PushBrowser } from '@krapao/contract/push-subscription';
import { sql } from 'kysely';
import type { Language } from '../../content/fields.ts';
import type { Queries } from '../../database/open.ts';
import type { Room } from '../../kernel/lane-worker.ts';

/** A push on its way to one browser. */
export interface Delivery extends PushBrowser {
  id: bigint;
  kind: NoticeKind;
  endpointHash: Buffer;
  language: Language;
  /** The push service, as `PushEndpoint` names it. */
  service: string;
  /** Number of tries, this one included. */
  attempts: number;
  createdAt: Date;
}

/** Returns the push services with a due delivery. */
export async function dueServices(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    select distinct service from push_delivery where next_at <= now()`.execute(queries);
  return rows.map(({ service }) => service);
}

/** Takes due deliveries, at most `room` per service. No other process takes them during the lease. */
export async function claimDeliveries(
  queries: Queries,
  rooms: readonly Room[],
  leaseMs: number,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select d.id
        from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
          ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (service, room)
        cross join lateral (
          select p.id from push_delivery p where p.service = r.service and p.next_at <= now()
            order by p.next_at limit r.room for update skip locked
        ) d
    )
    update push_delivery d
      set attempts = d.attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
      where d.id = any (array(select id from due))
      returning d.id, d.kind, d.endpoint_hash as "endpointHash", d.endpoint, d.p256dh, d.auth, d.language, d.service,
        d.attempts, d.created_at as "createdAt"`.execute(queries);
  return rows;
}

/** Ends a delivery, sent or given up. */
export async function endDelivery(queries: Queries, id: bigint): Promise<void> {
  await queries.deleteFrom('push_delivery').where('id', '=', id).execute();
}

/** Forgets a browser that takes no more pushes, with all that is on its way there: locked in this order elsewhere too. */
export async function forgetGone(queries: Queries, endpointHash: Buffer): Promise<void> {
  await queries.deleteFrom('push_browser').where('endpoint_hash', '=', endpointHash).execute();
  await queries.deleteFrom('push_delivery').where('endpoint_hash', '=', endpointHash).execute();
}

/** Schedules another try. @param isUncounted nothing was sent, so the try does not count */
export async function postpone(
  queries: Queries,
  id: bigint,
  { waitMs, isUncounted }: { waitMs: number; isUncounted: boolean },
): Promise<void> {
  await sql`
    update push_delivery
      set next_at = now() + ${waitMs} * interval '1 millisecond', attempts = attempts - ${isUncounted ? 1 : 0}
      where id = ${id}`.execute(queries);
}
