import type { SlipReason } from '@krapao/contract/errors';
import type { Minor } from '@krapao/contract/money';
import type { SlipStep } from '@krapao/contract/slips';
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import type { Slip as SlipTable } from '../../database/schema.ts';
import type { Room } from '../../kernel/lane-worker.ts';
import type { KeptFile, KeptIn } from '../files/service.ts';

export type SlipState = 'processing' | 'success' | 'failed';

export interface Slip {
  id: string;
  memberId: string;
  state: SlipState;
  step: SlipStep;
  /** Reason for the refusal; empty when there is none. */
  note: SlipReason | '';
  amount: Minor;
  /** True when the money was credited before the slip was sent. */
  wasCredited: boolean;
  sendingBank: string;
  reference: string;
  createdAt: Date;
  /** Number of claims. Only the process with the latest claim may write to the slip. */
  attempts: number;
}

/** Final result of a slip. */
export type SlipEnd =
  | { state: 'success'; amount: Minor; wasCredited: boolean }
  /** `why` tells staff more than the player's `note`. */
  | { state: 'failed'; note: SlipReason; why?: SlipWhy };

/** Why exactly a slip was refused, or waits. */
export type SlipWhy =
  | 'unclear_account'
  | 'given_up'
  | 'elsewhere'
  | 'held'
  | 'time_cannot_be'
  | 'unreadable_picture';

type SlipValues = Omit<Updateable<SlipTable>, 'next_at'> & { next_at?: RawBuilder<Date> };

/** A slip is read first. After that it waits for the sending bank. */
const laneOf = sql`case when s.reference = '' then 'reading' else 'bank ' || s.sending_bank end`;

/**
 * Stores a new slip, and its picture if there is one.
 * @param mostSince the limit of slips per member from that time on
 * @returns the slip under that id, new or stored before; undefined when there are too many
 */
export async function addSlip(
  database: Database,
  slip: Pick<Slip, 'id' | 'memberId' | 'createdAt' | 'note'>,
  jpeg: Buffer | null,
  mostSince: { most: number; since: Date },
): Promise<Slip | undefined> {
  return database.transaction(async (tx) => {
    const known = await findSlip(tx, slip);
    if (known) return known;
    const { count } = await tx
      .selectFrom('slip')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('member_id', '=', slip.memberId)
      .where('created_at', '>', mostSince.since)
      .executeTakeFirstOrThrow();
    if (count >= mostSince.most) return undefined;
    await tx
      .insertInto('slip')
      .values({
        id: slip.id,
        member_id: slip.memberId,
        state: slip.note ? 'failed' : 'processing',
        step: slip.note ? 'done' : 'received',
        note: slip.note,
        created_at: slip.createdAt,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    if (jpeg) {
      await tx
        .insertInto('slip_image')
        .values({ slip_id: slip.id, jpeg })
        .onConflict((conflict) => conflict.column('slip_id').doNothing())
        .execute();
    }
    return findSlip(tx, slip);
  });
}

export async function listSlips(
  queries: Queries,
  memberId: string,
  page: number,
  limit: number,
): Promise<{ total: number; slips: Slip[] }> {
  const own = queries.selectFrom('slip').where('member_id', '=', memberId);
  const [{ total }, rows] = await Promise.all([
    own.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    own
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  return { total: Number(total), slips: rows.map(toSlip) };
}

/** Finds the member's newest slip with a picture, by the bank's reference or by the slip's id. */
export async function findSlipWithPicture(
  queries: Queries,
  memberId: string,
  reference: string,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('slip')
    .innerJoin('slip_image', 'slip_image.slip_id', 'slip.id')
    .select('slip.id')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('reference', '=', reference), eb(sql`slip.id::text`, '=', reference)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the location of a slip's picture. */
export async function findPicture(queries: Queries, id: string): Promise<KeptFile | undefined> {
  const row = await queries
    .selectFrom('slip_image')
    .select(['store', sql<string>`coalesce(size, length(jpeg))`.as('size')])
    .where('slip_id', '=', id)
    .executeTakeFirst();
  return row && { kind: 'slip', name: id, store: row.store as KeptIn, size: Number(row.size) };
}

/** Lists the lanes with due slips: one lane for reading, and one for each sending bank. */
export async function listDueLanes(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    select distinct ${laneOf} as lane from slip s where state = 'processing' and next_at <= now()`.execute(
    queries,
  );
  return rows.map(({ lane }) => lane);
}

/** Claims due slips, at most `room` per lane. The lease keeps other processes away. */
export async function claimDueSlips(
  queries: Queries,
  rooms: readonly Room[],
  leaseMs: number,
): Promise<{ lane: string; slip: Slip }[]> {
  const { rows } = await sql<Selectable<SlipTable> & { lane: string }>`
    with due as materialized (
      select d.id, r.lane
        from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
          ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
        cross join lateral (
          select s.id from slip s where s.state = 'processing' and s.next_at <= now() and ${laneOf} = r.lane
            order by s.next_at limit r.room for update of s skip locked
        ) d
    )
    update slip s set attempts = attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond',
        step = case when step = 'received' then 'reading' else step end
      from due where s.id = due.id returning s.*, due.lane`.execute(queries);
  return rows.map(({ lane, ...row }) => ({ lane, slip: toSlip(row) }));
}

/**
 * Stores the reference read from the picture, and makes the slip due for the look-up at once. Reading does
 * not count as an attempt.
 * @returns false when another process has claimed the slip since
 */
export async function saveReference(
  queries: Queries,
  slip: Slip,
  sendingBank: string,
  reference: string,
): Promise<boolean> {
  const { attempts } = slip;
  const next_at = sql<Date>`now()`;
  const values = { step: 'asking', sending_bank: sendingBank, reference, attempts: attempts - 1, next_at };
  return updateSlip(queries, slip, values);
}

/** Postpones a slip. */
export async function postponeSlip(
  queries: Queries,
  slip: Slip,
  waitMs: number,
  why: SlipWhy | '' = '',
): Promise<void> {
  const next = sql<Date>`now() + ${waitMs} * interval '1 millisecond'`;
  await updateSlip(queries, slip, { step: 'waiting', next_at: next, why });
}

/** Ends a slip. A failed slip releases its claim to the reference. */
export async function endSlip(database: Database, slip: Slip, end: SlipEnd): Promise<void> {
  await database.transaction((tx) => endSlipIn(tx, slip, end));
}

/** Runs {@link endSlip} in the caller's transaction. */
export async function endSlipIn(tx: Tx, slip: Slip, end: SlipEnd): Promise<void> {
  const values = { state: end.state, step: 'done' } as const;
  const isOurs = await updateSlip(
    tx,
    slip,
    end.state === 'success'
      ? { ...values, amount: end.amount, credited_before: end.wasCredited, why: '' }
      : { ...values, note: end.note, why: end.why ?? '' },
  );
  if (isOurs && end.state === 'failed') await releaseReference(tx, slip.id);
}

/** Gives up a slip's claim to its transfer. */
export async function releaseReference(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('slip_reference').where('slip_id', '=', id).execute();
}

/**
 * Locks a claimed slip until the transaction ends.
 * @returns false when another process has claimed it since, or a person has decided it
 */
export async function lockClaimed(tx: Tx, { id, attempts }: Slip): Promise<boolean> {
  const row = await tx
    .selectFrom('slip')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('attempts', '=', attempts)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether another slip covers the same transfer: one that has claimed it, of any member, or an
 * earlier one of the same member that is still being processed.
 */
export async function isRepeated(queries: Queries, slip: Slip): Promise<boolean> {
  const { rows } = await sql<{ repeated: boolean }>`
    select exists (
      select from slip_reference
        where sending_bank = ${slip.sendingBank} and reference = ${slip.reference} and slip_id <> ${slip.id}
    ) or exists (
      select from slip
        where member_id = ${slip.memberId} and state = 'processing' and sending_bank = ${slip.sendingBank}
          and reference = ${slip.reference} and (created_at, id) < (${slip.createdAt}, ${slip.id})
    ) as repeated`.execute(queries);
  return rows[0]?.repeated ?? false;
}

/** Claims the transfer for a slip. @returns false when another slip has it */
export async function claimReference(
  queries: Queries,
  slip: Pick<Slip, 'id' | 'sendingBank' | 'reference'>,
): Promise<boolean> {
  const { sendingBank, reference } = slip;
  await queries
    .insertInto('slip_reference')
    .values({ sending_bank: sendingBank, reference, slip_id: slip.id })
    .onConflict((conflict) => conflict.columns(['sending_bank', 'reference']).doNothing())
    .execute();
  const row = await queries
    .selectFrom('slip_reference')
    .select('slip_id')
    .where('sending_bank', '=', sendingBank)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.slip_id === slip.id;
}

async function updateSlip(queries: Queries, slip: Slip, values: SlipValues): Promise<boolean> {
  const row = await queries
    .updateTable('slip')
    .set(values)
    .where('id', '=', slip.id)
    .where('state', '=', 'processing')
    .where('attempts', '=', slip.attempts)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function findSlip(queries: Queries, { id, memberId }: Pick<Slip, 'id' | 'memberId'>) {
  const row = await queries
    .selectFrom('slip')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && toSlip(row);
}

function toSlip(row: Selectable<SlipTable>): Slip {
  return {
    id: row.id,
    memberId: row.member_id,
    state: row.state as SlipState,
    step: row.step as SlipStep,
    note: row.note as SlipReason | '',
    amount: row.amount as Minor,
    wasCredited: row.credited_before,
    sendingBank: row.sending_bank,
    reference: row.reference,
    createdAt: row.created_at,
    attempts: row.attempts,
  };
}
