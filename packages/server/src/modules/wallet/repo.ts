import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { Batcher } from '../../kernel/batcher.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { GameBalance } from '../games/service.ts';
import type { InviteStanding } from '../invite/service.ts';

/** Among more movements than that nobody looks for a new deposit: they are counted. */
const MOST_LOOKED_THROUGH = 50;
/** Homes that are looked at together. */
const MOST_PER_LOOK = 64;

/** Whose home it is, and since when an invite collection would be this period's; without a rule, never. */
export interface HomeKey {
  memberId: string;
  account: AccountId;
  inviteSince: Date | undefined;
}

/** Everything of a member that home shows and the session does not say. */
export interface HomeRow {
  available: Minor;
  /** Held for movements out of the wallet that have not settled. */
  held: Minor;
  /** Under way in either direction, by provider code. */
  inTransit: ReadonlyMap<string, Minor>;
  games: readonly GameBalance[];
  invites: InviteStanding;
  /** A member's coins, and how far the wallet's movements have been counted for them. */
  coins: { coin: number; movements: bigint; counted: bigint; hasNewDeposit: boolean };
}

interface Row {
  no: number;
  balance: bigint;
  held: bigint;
  movements: bigint;
  transit: Record<string, string> | null;
  games: { provider: string; balance: string; active: boolean }[] | null;
  invites_waiting: bigint;
  invites_collected: boolean;
  coin: number;
  coins_counted: bigint | null;
  has_new_deposit: boolean;
}

/** Looks at homes: in one round trip, and those that are asked for together in the same one. */
export class HomeRepo {
  readonly #looks: Batcher<HomeKey, HomeRow | undefined>;

  constructor(database: Database) {
    this.#looks = new Batcher((keys) => readHomes(database, keys), MOST_PER_LOOK);
  }

  async read(key: HomeKey): Promise<HomeRow> {
    const home = await this.#looks.submit(key);
    if (!home) throw new Error(`member ${key.memberId} has no wallet`);
    return home;
  }
}

async function readHomes(database: Database, keys: readonly HomeKey[]): Promise<(HomeRow | undefined)[]> {
  const rows = await database.prepared(sql<Row>`
    select k.no::int, a.balance, a.held, a.movements, m.coin, s.counted as coins_counted,
        case when a.movements - coalesce(s.counted, 0) between 1 and ${MOST_LOOKED_THROUGH} then exists (
          select from ledger_transfer d
            where d.credit_account = a.id and d.credit_no > coalesce(s.counted, 0)
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
          from game_account g where g.member_id = k.member_id) as games,
        (select coalesce(sum(b.amount), 0)::bigint from invite_bonus b
          where b.inviter_id = k.member_id and b.collection_id is null) as invites_waiting,
        exists (select from invite_collection c
          where c.member_id = k.member_id and c.period_from = k.invite_since) as invites_collected
      from unnest(
          ${sql.val(keys.map(({ memberId }) => memberId))}::text[],
          ${sql.val(keys.map(({ account }) => String(account)))}::bigint[],
          ${sql.val(keys.map(({ inviteSince }) => inviteSince?.toISOString() ?? null))}::timestamptz[]
        ) with ordinality as k (member_id, account, invite_since, no)
      join ledger_account a on a.id = k.account
      join member m on m.id = k.member_id
      left join spin_member s on s.member_id = k.member_id`);
  const homes: (HomeRow | undefined)[] = keys.map(() => undefined);
  for (const row of rows) homes[row.no - 1] = toHome(row);
  return homes;
}

function toHome(row: Row): HomeRow {
  const transit = Object.entries(row.transit ?? {}).map(
    ([code, amount]) => [code, BigInt(amount) as Minor] as const,
  );
  return {
    available: (row.balance - row.held) as Minor,
    held: row.held as Minor,
    inTransit: new Map(transit),
    games: (row.games ?? []).map((game) => ({ ...game, balance: BigInt(game.balance) as Minor })),
    invites: { waiting: row.invites_waiting as Minor, isCollected: row.invites_collected },
    coins: {
      coin: row.coin,
      movements: row.movements,
      counted: row.coins_counted ?? 0n,
      hasNewDeposit: row.has_new_deposit,
    },
  };
}
