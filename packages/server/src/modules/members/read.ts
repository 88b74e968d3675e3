import type { Stop } from '@krapao/contract/errors';
import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { memberStops } from '../protection/queries.ts';
import type { AccountId, TransferState } from '../../ledger/types.ts';
import { factorKinds } from '../factors/queries.ts';

/** A member as found by id, without the sums of their page. */
export interface MemberContact {
  wallet: AccountId;
  phone: string;
  bankCode: string;
  accountNo: string;
  accountName: string;
}

export async function findContact(queries: Queries, id: string): Promise<MemberContact | undefined> {
  const { rows } = await sql<MemberContact>`
    select wallet_account as wallet, username as phone, bank_code as "bankCode", bank_account_no as "accountNo",
        bank_account_name as "accountName"
      from member where id = ${id}`.execute(queries);
  return rows[0];
}

/** Everything that a member's page shows at once. */
export interface MemberRow {
  id: string;
  wallet: AccountId;
  phone: string;
  name: string;
  bankCode: string;
  accountNo: string;
  accountName: string;
  currency: Currency;
  createdAt: Date;
  sourceCode: string;
  passwordChangedAt: Date;
  bankChangedAt: Date | null;
  frozenAt: Date | null;
  lastSeenAt: Date | null;
  balance: Minor;
  held: Minor;
  incoming: Minor;
  sessions: number;
  passkeys: number;
  hasTotp: boolean;
  provenNames: string[];
  games: { provider: string; balance: string; at: string | null }[];
  inviter: { id: string; phone: string; name: string } | null;
  freeze: { by: string; reason: string; until: string | null } | null;
  /** The break or the exclusion that holds, with times as texts. */
  stopped: { code: Stop; until: string | null; endsAt: string | null } | null;
  deposits: Minor;
  payouts: Minor;
  rewards: Minor;
}

export async function readMember(queries: Queries, id: string, now: Date): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.wallet_account as wallet, m.username as phone, m.name, m.bank_code as "bankCode",
        m.bank_account_no as "accountNo", m.bank_account_name as "accountName", m.currency,
        m.created_at as "createdAt", m.source_code as "sourceCode",
        m.password_changed_at as "passwordChangedAt", m.bank_changed_at as "bankChangedAt",
        m.disabled_at as "frozenAt", s.last as "lastSeenAt", a.balance - a.held as balance, a.held, a.incoming,
        s.count as sessions, f.passkeys, f."hasTotp",
        array(select h.name from holder_name h where h.member_id = m.id order by h.created_at) as "provenNames",
        coalesce((select json_agg(json_build_object(
            'provider', g.provider, 'balance', g.balance::text, 'at', g.balance_at) order by g.provider)
          from game_account g where g.member_id = m.id and g.active), '[]') as games,
        (select json_build_object('id', i.id, 'phone', i.username, 'name', i.name)
          from invite_friend f join member i on i.id = f.inviter_id where f.friend_id = m.id) as inviter,
        (select json_build_object('by', f.made_by, 'reason', f.reason, 'until', f.until)
          from member_freeze f where f.member_id = m.id order by f.id desc limit 1) as freeze,
        (select json_build_object('code', p.code, 'until', p.until, 'endsAt', p.ends_at)
          from ${memberStops(now)} p where p.member_id = m.id) as stopped,
        sums.deposits, sums.payouts, sums.rewards
      from member m
      join ledger_account a on a.id = m.wallet_account
      cross join lateral (
        select count(*)::int as count, max(last_seen_at) as last from session s
          where s.member_id = m.id and s.expires_at > now() and s.authenticated_at >= m.password_changed_at
      ) s
      cross join lateral (${factorKinds(sql.ref('m.id'))}) f
      cross join lateral (
        select
            coalesce(sum(amount) filter (where kind in ('deposit', 'suspense_out')), 0)::bigint as deposits,
            coalesce(sum(amount) filter (where kind = 'withdraw'), 0)::bigint as payouts,
            coalesce(sum(amount) filter (where kind = 'bonus'), 0)::bigint as rewards
          from (
            select t.kind, t.amount from ledger_transfer t
              where t.credit_account = m.wallet_account and t.credit_no is not null and t.state = 'posted'
                and t.kind in ('deposit', 'suspense_out', 'bonus')
            union all
            select t.kind, t.amount from ledger_transfer t
              where t.debit_account = m.wallet_account and t.debit_no is not null and t.state = 'posted'
                and t.kind = 'withdraw'
          ) moved
      ) sums
      where m.id = ${id}`.execute(queries);
  return rows[0];
}

/** A movement of a member's wallet, with its other side. */
export interface MemberMovement {
  position: bigint;
  id: string;
  kind: string;
  isDebit: boolean;
  state: TransferState;
  amount: Minor;
  detail: unknown;
  outcome: { reason?: unknown } | null;
  createdAt: Date;
  settledAt: Date | null;
  /** Code of the other account in the books. */
  account: string;
  /** Why it needs manual review, or waits; empty if it does not. */
  waits: string;
}

/** Reads a page of a wallet's movements, newest first, below a position in the wallet's numbering. */
export async function readMovements(
  queries: Queries,
  wallet: AccountId,
  { below, most }: { below: bigint | undefined; most: number },
): Promise<MemberMovement[]> {
  const debits = below === undefined ? sql`` : sql`and t.debit_no < ${below}::bigint`;
  const credits = below === undefined ? sql`` : sql`and t.credit_no < ${below}::bigint`;
  const { rows } = await sql<MemberMovement>`
    with page as (
      (select t.debit_no as position, true as is_debit, t.id from ledger_transfer t
        where t.debit_account = ${wallet} and t.debit_no is not null ${debits} order by t.debit_no desc limit ${most})
      union all
      (select t.credit_no, false, t.id from ledger_transfer t
        where t.credit_account = ${wallet} and t.credit_no is not null ${credits} order by t.credit_no desc limit ${most})
      order by position desc limit ${most}
    )
    select p.position, t.id, t.kind, p.is_debit as "isDebit", t.state, t.amount, t.detail, t.outcome,
        t.created_at as "createdAt", t.settled_at as "settledAt", a.code as account,
        coalesce(
          (select r.reason from manual_review r where r.transfer_id = t.id and t.state = 'pending'),
          (select 'payout ' || r.state from payout_review r
            where r.transfer_id = t.id and t.state = 'pending' and r.state in ('waiting', 'held')),
          '') as waits
      from page p
      join ledger_transfer t on t.id = p.id
      join ledger_account a on a.id = case when p.is_debit then t.credit_account else t.debit_account end
      order by p.position desc`.execute(queries);
  return rows;
}

/** A place where a member is logged in. */
export interface MemberSession {
  id: bigint;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string;
}

export async function readSessions(
  queries: Queries,
  memberId: string,
  most: number,
): Promise<MemberSession[]> {
  const { rows } = await sql<MemberSession>`
    select s.id, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent"
      from session s join member m on m.id = s.member_id
      where s.member_id = ${memberId} and s.expires_at > now() and s.authenticated_at >= m.password_changed_at
      order by s.last_seen_at desc, s.id desc limit ${most}`.execute(queries);
  return rows;
}
