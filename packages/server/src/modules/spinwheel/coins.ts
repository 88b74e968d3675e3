import { parseDecimal } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Spinwheel } from '../../content/spinwheel-schema.ts';
import type { Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import { coinsTurn } from '../../database/turns.ts';
import type { Member } from '../../http/member.ts';
import { newSeed } from './draw.ts';
import { addCoins, lockSpinMember } from './repo.ts';

/** A member's coins, and how far the wallet's movements have been counted for them. */
export interface CoinStanding {
  coin: number;
  movements: bigint;
  counted: bigint;
  /**
   * Whether a deposit has been seen among those that have not been; undefined where there may be one for all that is
   * known. Of many nobody has looked.
   */
  hasNewDeposit?: boolean;
}

/** So many movements that have not been counted are, even if none of them is a deposit: looking through them costs. */
const MOST_UNCOUNTED = 50n;

/**
 * The coins that deposits earn. They are counted from the ledger when somebody wants to know, each deposit once:
 * the wallet's account numbers its movements, and the number counted up to is kept in the same transaction.
 */
export class CoinService {
  readonly #database: Database;
  readonly #content: ContentStore;

  constructor(parts: { database: Database; content: ContentStore }) {
    this.#database = parts.database;
    this.#content = parts.content;
  }

  /** How many coins the member has, with those of the newest deposits. */
  async count(member: Member): Promise<number> {
    const row = await this.#database.queries
      .selectFrom('member as m')
      .innerJoin('ledger_account as a', 'a.id', 'm.wallet_account')
      .leftJoin('spin_member as s', 's.member_id', 'm.id')
      .select(['m.coin', 'a.movements', 's.counted'])
      .where('m.id', '=', member.id)
      .executeTakeFirstOrThrow();
    return this.countFrom(member, { ...row, counted: row.counted ?? 0n }, await this.#content.get());
  }

  /** {@link CoinService.count} where it has been looked up how the member stands; a promise where there is to count. */
  countFrom(member: Member, standing: CoinStanding, { spinwheel }: Content): number | Promise<number> {
    const { coin, movements, counted, hasNewDeposit = movements > counted } = standing;
    if (!spinwheel.active || (!hasNewDeposit && movements - counted <= MOST_UNCOUNTED)) return coin;
    return this.#countNew(member, standing, spinwheel);
  }

  async #countNew(member: Member, standing: CoinStanding, spinwheel: Spinwheel): Promise<number> {
    // Where nobody has looked, most often there is no deposit: that is one statement, and no transaction.
    const isUnseen = standing.hasNewDeposit === false;
    if (isUnseen && (await passOver(this.#database, member, standing.counted, spinwheel.coins.from))) {
      return standing.coin;
    }
    return this.#database.transactionInTurn([coinsTurn(member.id)], (tx) => countNew(tx, member, spinwheel));
  }
}

async function countNew(tx: Tx, member: Member, { coins }: Spinwheel): Promise<number> {
  const { counted } = await lockSpinMember(tx, member.id);
  const { movements } = await tx
    .selectFrom('ledger_account')
    .select('movements')
    .where('id', '=', member.walletAccount)
    .executeTakeFirstOrThrow();
  let gained = 0;
  for (const { day, amount } of await newDeposits(tx, member, counted, movements, coins.from)) {
    gained += await countDay(tx, member, day, amount, coins);
  }
  await tx
    .updateTable('spin_member')
    .set({ counted: movements })
    .where('member_id', '=', member.id)
    .execute();
  return addCoins(tx, member.id, gained);
}

/** The deposits among a wallet's movements that may earn coins. */
const depositsAmong = (
  { walletAccount }: Member,
  { after, upTo, from }: { after: bigint; upTo: bigint | RawBuilder<bigint>; from: string },
) => sql`ledger_transfer
      where credit_account = ${walletAccount} and credit_no > ${after} and credit_no <= ${upTo}
        and kind in ('deposit', 'suspense_out') and state = 'posted'
        and created_at >= ${from}::date::timestamp at time zone 'Asia/Bangkok'`;

/**
 * Counts all movements as seen if no deposit is among them.
 * @param after how far they had been counted
 * @returns false where there is one, and where somebody else has counted meanwhile
 */
async function passOver(database: Database, member: Member, after: bigint, from: string): Promise<boolean> {
  const { rows } = await sql`
    insert into spin_member as s (member_id, server_seed, counted)
      select ${member.id}, ${newSeed()}, a.movements from ledger_account a
        where a.id = ${member.walletAccount}
          and not exists (select from ${depositsAmong(member, { after, upTo: sql`a.movements`, from })})
      on conflict (member_id) do update set counted = excluded.counted where s.counted = ${after}
      returning s.member_id`.execute(database.queries);
  return rows.length > 0;
}

/** What came in since, by days of Bangkok's calendar. */
async function newDeposits(
  tx: Tx,
  member: Member,
  after: bigint,
  upTo: bigint,
  from: string,
): Promise<{ day: string; amount: bigint }[]> {
  const { rows } = await sql<{ day: string; amount: bigint }>`
    select (created_at at time zone 'Asia/Bangkok')::date::text as day, sum(amount)::bigint as amount
      from ${depositsAmong(member, { after, upTo, from })}
      group by 1 order by 1`.execute(tx);
  return rows;
}

/** Adds to a day's deposits. @returns the coins that gives beyond what the day has given before */
async function countDay(
  tx: Tx,
  member: Member,
  day: string,
  amount: bigint,
  { deposit, mostPerDay }: Spinwheel['coins'],
): Promise<number> {
  const { rows } = await sql<{ deposited: bigint; coins: number }>`
    insert into coin_day as d (member_id, day, deposited, coins) values (${member.id}, ${day}::date, ${amount}, 0)
      on conflict (member_id, day) do update set deposited = d.deposited + excluded.deposited
      returning deposited, coins`.execute(tx);
  const { deposited, coins: given } = rows[0] ?? { deposited: 0n, coins: 0 };
  const each = parseDecimal(deposit[member.currency]) ?? 0n;
  const earned = Math.min(Number(deposited / each), mostPerDay);
  if (earned <= given) return 0;
  await sql`update coin_day set coins = ${earned} where member_id = ${member.id} and day = ${day}::date`.execute(
    tx,
  );
  return earned - given;
}
