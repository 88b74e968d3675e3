import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { depositsTo, settledTransfers, withdrawalsFrom } from '../../ledger/queries.ts';

/** A member's deposits less withdrawals, in minor units. */
export interface NetDeposits {
  /** Deposits less withdrawals. Withdrawn winnings do not count, so it is never below 0. */
  net: bigint;
  /** Highest `net` so far. It has earned coins already, and the same money earns no more. */
  highest: bigint;
}

/** Adds a deposit. @returns also the part of it that earns coins: the amount beyond the previous highest */
export function putIn({ net, highest }: NetDeposits, amount: bigint): NetDeposits & { fresh: bigint } {
  const after = net + amount;
  return after > highest
    ? { net: after, highest: after, fresh: after - highest }
    : { net: after, highest, fresh: 0n };
}

/**
 * Subtracts a withdrawal.
 * @returns also the reduction of the deposits; the rest of the withdrawal was winnings
 */
export function takeOut({ net, highest }: NetDeposits, amount: bigint): NetDeposits & { takenOff: bigint } {
  const takenOff = amount < net ? amount : net;
  return { net: net - takenOff, highest, takenOff };
}

/** Range of a wallet's movements: numbers above `after` up to `upTo`, from midnight in Bangkok of a day. */
export interface Range {
  after: bigint;
  upTo: bigint | RawBuilder<bigint>;
  /** YYYY-MM-DD. */
  from: string;
}

/** A deposit or a withdrawal, in the order of the wallet's numbers. */
interface Flow {
  id: string;
  kind: 'in' | 'out';
  amount: bigint;
  isPending: boolean;
  /** Day in Bangkok. */
  day: string;
}

const since = (from: string) => sql`created_at >= ${from}::date::timestamp at time zone 'Asia/Bangkok'`;

const depositsIn = (
  account: Member['walletAccount'],
  { after, upTo, from }: Range,
) => sql`${depositsTo(account)} d
      where credit_no > ${after} and credit_no <= ${upTo} and ${since(from)}`;
/** Includes pending withdrawals, so that money cannot count twice. */
const withdrawalsIn = (
  account: Member['walletAccount'],
  { after, upTo, from }: Range,
) => sql`${withdrawalsFrom(account)} w
      where debit_no > ${after} and debit_no <= ${upTo} and ${since(from)}`;

/** SQL condition: there is a deposit or a withdrawal among a wallet's movements. */
export const hasFlows = (account: Member['walletAccount'], range: Range) => sql<boolean>`(
    exists (select from ${depositsIn(account, range)}) or exists (select from ${withdrawalsIn(account, range)}))`;

/**
 * Applies the movements of a wallet.
 * @returns the net deposits after them, and the amounts that earn coins by the day they came in
 */
export async function netDepositsAfter(
  tx: Tx,
  member: Pick<Member, 'id' | 'walletAccount'>,
  before: NetDeposits,
  range: Range,
): Promise<{ after: NetDeposits; freshByDay: ReadonlyMap<string, bigint> }> {
  let state = before;
  const freshByDay = new Map<string, bigint>();
  const pending: { transfer_id: string; member_id: string; taken_off: bigint }[] = [];
  for (const flow of await flowsIn(tx, member, range)) {
    const { day } = flow;
    if (flow.kind === 'in') {
      const { fresh, ...next } = putIn(state, flow.amount);
      state = next;
      if (fresh > 0n) freshByDay.set(day, (freshByDay.get(day) ?? 0n) + fresh);
      continue;
    }
    const { takenOff, ...next } = takeOut(state, flow.amount);
    state = next;
    if (flow.isPending) pending.push({ transfer_id: flow.id, member_id: member.id, taken_off: takenOff });
  }
  if (pending.length > 0) await tx.insertInto('coin_withdrawal').values(pending).execute();
  return { after: state, freshByDay };
}

/**
 * Lists first the amounts returned by refused withdrawals, then the movements. Forgets withdrawals that have
 * been decided.
 */
async function flowsIn(
  tx: Tx,
  { id, walletAccount }: Pick<Member, 'id' | 'walletAccount'>,
  range: Range,
): Promise<Flow[]> {
  const { rows } = await sql<Flow>`
    with decided as (
      delete from coin_withdrawal w using ${settledTransfers} t
        where w.member_id = ${id} and t.id = w.transfer_id
        returning t.id, t.state, w.taken_off, t.settled_at
    )
    select id, kind, amount, "isPending", (at at time zone 'Asia/Bangkok')::date::text as day from (
        select id, 'in' as kind, taken_off as amount, false as "isPending", settled_at as at, 0 as no
          from decided where state = 'voided'
        union all
        select id, 'in', amount, false, created_at, credit_no from ${depositsIn(walletAccount, range)}
        union all
        select id, 'out', amount, state = 'pending', created_at, debit_no from ${withdrawalsIn(walletAccount, range)}
      ) f
      order by no`.execute(tx);
  return rows;
}
