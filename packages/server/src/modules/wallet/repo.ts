import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { CallerColumns } from '../../http/authenticate.ts';
import { addMonths } from '../../kernel/bangkok-time.ts';
import { memberWallets } from '../account/queries.ts';
import type { GameBalance } from '../games/service.ts';
import type { InviteStanding } from '../invite/service.ts';
import { unreadNotices } from '../notices/queries.ts';
import { isCheckDue } from '../play/queries.ts';
import { hasLimits, limitsSeenAt, memberProtection } from '../protection/queries.ts';

/** Maximum number of movements that home searches for a new deposit. More are counted instead. */
const MOST_LOOKED_THROUGH = 50;

/** Months after which members are asked whether their limits still fit. */
const REVIEW_AFTER_MONTHS = 6;

/** More unread notices are not counted. */
const MOST_NOTICES = 100;

/** Terms that decide about a home's figures beside the member's rows. */
export interface HomeTerms {
  now: Date;
  /** Start of the current period for invite collections; undefined without a rule. */
  inviteSince: Date | undefined;
  /** Minutes between reality checks, of members who chose none. */
  checkMinutes: number;
}

/** All member data of the home screen that the session does not hold. */
export interface HomeRow {
  available: Minor;
  /** Amount held for pending movements out of the wallet. */
  held: Minor;
  /** Unread notices, {@link MOST_NOTICES} at most. */
  unreadNotices: number;
  /** The member's held balance. */
  heldBalance: Minor;
  /** Amount in transit in either direction, by provider code. */
  inTransit: ReadonlyMap<string, Minor>;
  games: readonly GameBalance[];
  invites: InviteStanding;
  /** How many of the wallet's movements have been counted for coins. */
  coins: { movements: bigint; counted: bigint; hasNewDeposit: boolean };
  /** A reality check waits for its answer. */
  isCheckDue: boolean;
  limits: {
    /** A limit is set. */
    areSet: boolean;
    /** The question about limits that the member is asked. */
    ask: 'limit' | 'review' | undefined;
  };
}

/** {@link HomeRow} as stored. `balance` is null without a wallet. */
export interface StoredHome {
  balance: bigint | null;
  held: bigint;
  held_balance: bigint;
  unread_notices: number;
  movements: bigint;
  transit: Record<string, string> | null;
  games: { provider: string; balance: string; active: boolean }[] | null;
  invites_waiting: bigint;
  invites_collected: boolean;
  coins_counted: bigint | null;
  has_new_deposit: boolean;
  is_check_due: boolean;
  has_limits: boolean;
  ask: 'limit' | 'review' | null;
}

/** Selects the home of the calling member. */
export const selectHome = (
  { id, walletAccount, protection }: CallerColumns,
  { now, inviteSince, checkMinutes }: HomeTerms,
): RawBuilder<StoredHome> => sql`
    select a.balance, a.held, coalesce(h.balance, 0) as held_balance, a.movements, w.counted as coins_counted,
        case when a.movements - coalesce(w.counted, 0) between 1 and ${MOST_LOOKED_THROUGH} then exists (
          select from ledger_transfer d
            where d.credit_account = a.id and d.credit_no > coalesce(w.counted, 0)
              and d.kind in ('deposit', 'suspense_out') and d.state = 'posted')
          else false end as has_new_deposit,
        case when a.held > 0 or a.incoming > 0 then (
          select jsonb_object_agg(p.provider, p.amount::text) from (
            select t.detail ->> 'provider' as provider, sum(t.amount) as amount from (
                select detail, amount from ledger_transfer
                  where debit_account = a.id and state = 'pending' and kind = 'game_in'
                union all
                select detail, amount from ledger_transfer
                  where credit_account = a.id and state = 'pending' and kind = 'game_out'
              ) t group by 1
          ) p
        ) end as transit,
        (select jsonb_agg(jsonb_build_object('provider', g.provider, 'balance', g.balance::text, 'active', g.active))
          from game_account g where g.member_id = m.id) as games,
        ${unreadNotices(sql`m.id`, MOST_NOTICES)} as unread_notices,
        (select coalesce(sum(b.amount), 0)::bigint from invite_bonus b
          where b.inviter_id = m.id and b.collection_id is null) as invites_waiting,
        exists (select from invite_collection c
          where c.member_id = m.id and c.period_from = ${inviteSince?.toISOString() ?? null}::timestamptz) as invites_collected,
        ${isCheckDue({ id: sql`m.id`, protection }, checkMinutes)} as is_check_due,
        l.are_set as has_limits,
        case when not l.are_set then case when a.movements = 0 then 'limit' end
          when ${limitsSeenAt(sql`m.id`)} < ${addMonths(now, -REVIEW_AFTER_MONTHS).toISOString()}::timestamptz
            then 'review' end as ask
      from (select ${id} as id, ${walletAccount} as wallet_account) m
      cross join lateral (
        select ${protection}.member_id is not null and ${hasLimits(sql`m.id`)} as are_set) l
      left join ledger_account a on a.id = m.wallet_account
      left join spin_member w on w.member_id = m.id
      left join ledger_account h on h.id = ${protection}.held_account`;

/** Reads one home. */
export async function readHome(database: Database, memberId: string, terms: HomeTerms): Promise<HomeRow> {
  const home = selectHome(
    { id: sql.ref('m.id'), walletAccount: sql.ref('m.wallet_account'), protection: sql.ref('p') },
    terms,
  );
  const [row] = await database.prepared(sql<StoredHome>`
    select home.* from ${memberWallets} m
      left join ${memberProtection} p on p.member_id = m.id
      cross join lateral (${home}) home
      where m.id = ${memberId}`);
  return toHome(row);
}

/** @throws Error when the member has no wallet */
export function toHome(row: StoredHome | undefined): HomeRow {
  if (!row || row.balance === null) throw new Error('a member has no wallet');
  const transit = Object.entries(row.transit ?? {}).map(
    ([code, amount]) => [code, BigInt(amount) as Minor] as const,
  );
  return {
    available: (row.balance - row.held) as Minor,
    held: row.held as Minor,
    heldBalance: row.held_balance as Minor,
    unreadNotices: row.unread_notices,
    inTransit: new Map(transit),
    games: (row.games ?? []).map((game) => ({ ...game, balance: BigInt(game.balance) as Minor })),
    invites: { waiting: row.invites_waiting as Minor, isCollected: row.invites_collected },
    coins: {
      movements: row.movements,
      counted: row.coins_counted ?? 0n,
      hasNewDeposit: row.has_new_deposit,
    },
    isCheckDue: row.is_check_due,
    limits: { areSet: row.has_limits, ask: row.ask ?? undefined },
  };
}
