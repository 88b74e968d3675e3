import type { QueueName } from '@krapao/contract/staff/today';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';

/** A text for each row of a queue, which differs when anything differs that staff see change. */
const ROWS: Readonly<Record<QueueName, RawBuilder<unknown>>> = {
  payouts: sql`
    select concat(r.transfer_id, r.state, r.leased_by, r.approval_id) from payout_review r
      where r.state in ('waiting', 'held')
        and not exists (select from payout_decision d where d.transfer_id = r.transfer_id)`,
  approvals: sql`select id::text from approval where decided_at is null and expires_at > now()`,
  suspense: sql`select deposit_id::text from suspense_open`,
  review: sql`
    select r.transfer_id::text from (select transfer_id from manual_review
        union select transfer_id from balance_claim where unclear_at is not null) r (transfer_id)
      join ledger_transfer t on t.id = r.transfer_id where t.state = 'pending'`,
  slips: sql`select id::text from slip where state = 'processing'`,
  gifts: sql`select id::text from gift_link where state = 'manual_review'`,
  rejected: sql`select concat(id, retry_id) from rejected_entry where closed_at is null`,
};

/** Returns a sign of each queue. Two signs of one queue differ when it has changed between. */
export async function readSigns(
  queries: Queries,
  names: readonly QueueName[],
): Promise<ReadonlyMap<QueueName, string>> {
  const parts = names.map(
    (name) => sql`
      select ${name}::text as name, concat(count(*), ' ', sum(hashtextextended(row, 0))) as sign
        from (${ROWS[name]}) q (row)`,
  );
  const { rows } = await sql<{ name: QueueName; sign: string }>`${sql.join(parts, sql` union all `)}`.execute(
    queries,
  );
  return new Map(rows.map(({ name, sign }) => [name, sign]));
}
