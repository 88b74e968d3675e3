import { parseDecimal } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Amounts, CoinRule } from '../../content/spinwheel-schema.ts';
import type { Content } from '../../content/schema.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { coinsTurn } from '../../database/turns.ts';
import type { Member } from '../../domain/member.ts';
import { accountStates } from '../../ledger/queries.ts';
import { addCoins, memberCoins } from '../account/queries.ts';
import { newSeed } from './draw.ts';
import { hasFlows, netDepositsAfter } from './net-deposits.ts';
import { lockSpinMember } from './repo.ts';

/** A member's coins, and how many of the wallet's movements have been counted for them. */
export interface CoinStanding {
  coin: number;
  movements: bigint;
  counted: bigint;
  /**
   * True when a deposit was found among the uncounted movements. False also when there are too many of them
   * to search. Undefined when no search was made.
   */
  hasNewDeposit?: boolean;
}

/**
 * More uncounted movements than this are counted even without a deposit, since searching them is expensive.
 */
const MOST_UNCOUNTED = 50n;

/**
 * Counts the coins that deposits earn, net of withdrawals. Coins are counted from the ledger on demand, each
 * movement once. The wallet's account numbers its movements, and the last counted number is stored in the
 * same transaction. If stakes earn the coins, nothing is counted here: see `stake-coins.ts`.
 */
export class CoinService {
  readonly #database: Database;
  readonly #content: ContentStore;

  constructor(parts: { database: Database; content: ContentStore }) {
    this.#database = parts.database;
    this.#content = parts.content;
  }

  /** Returns the member's coins, including those of the newest deposits. */
  async count(member: Member): Promise<number> {
    const row = await this.#database.queries
      .selectFrom(memberCoins.as('m'))
      .innerJoin(accountStates.as('a'), 'a.id', 'm.wallet_account')
      .leftJoin('spin_member as s', 's.member_id', 'm.id')
      .select(['m.coin', 'a.movements', 's.counted'])
      .where('m.id', '=', member.id)
      .executeTakeFirstOrThrow();
    return this.countFrom(member, { ...row, counted: row.counted ?? 0n }, await this.#content.get());
  }

  /**
   * Like {@link CoinService.count}, for a standing that is already read. Returns a promise when there is
   * something to count.
   */
  countFrom(member: Member, standing: CoinStanding, { spinwheel }: Content): number | Promise<number> {
    const { coin, movements, counted, hasNewDeposit = movements > counted } = standing;
    if (!spinwheel.active || (!hasNewDeposit && movements - counted <= MOST_UNCOUNTED)) return coin;
    const { deposit, ...rule } = spinwheel.coins;
    return deposit ? this.#countNew(member, standing, { ...rule, deposit }) : coin;
  }

  async #countNew(
    member: Member,
    standing: CoinStanding,
    rule: CoinRule & { deposit: Amounts },
  ): Promise<number> {
    // Without a search there is usually no deposit. That case takes one statement and no transaction.
    const isUnseen = standing.hasNewDeposit === false;
    if (isUnseen && (await passOver(this.#database.queries, member, standing.counted, rule.from))) {
      return standing.coin;
    }
    return this.#database.transactionInTurn([coinsTurn(member.id)], (tx) => countNew(tx, member, rule));
  }
}

async function countNew(tx: Tx, member: Member, rule: CoinRule & { deposit: Amounts }): Promise<number> {
  const { counted, ...before } = await lockSpinMember(tx, member.id);
  const { movements } = await tx
    .selectFrom(accountStates.as('a'))
    .select('a.movements')
    .where('a.id', '=', member.walletAccount)
    .executeTakeFirstOrThrow();
  const range = { after: counted, upTo: movements, from: rule.from };
  const { after, freshByDay } = await netDepositsAfter(tx, member, before, range);
  const each = parseDecimal(rule.deposit[member.currency]) ?? 0n;
  let gained = 0;
  for (const [day, amount] of [...freshByDay].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    gained += await countDay(tx, member, { day, amount, each, most: rule.mostPerDay });
  }
  await tx
    .updateTable('spin_member')
    .set({ counted: movements, net: after.net, highest: after.highest })
    .where('member_id', '=', member.id)
    .execute();
  return addCoins(tx, member.id, gained);
}

/**
 * Marks all movements as counted if there is no deposit or withdrawal among them.
 * @param after number of the last counted movement
 * @returns false when there is one, or when another process has counted meanwhile
 */
async function passOver(queries: Queries, member: Member, after: bigint, from: string): Promise<boolean> {
  const { rows } = await sql`
    insert into spin_member as s (member_id, server_seed, counted)
      select ${member.id}, ${newSeed()}, a.movements from ${accountStates} a
        where a.id = ${member.walletAccount}
          and not ${hasFlows(member.walletAccount, { after, upTo: sql`a.movements`, from })}
      on conflict (member_id) do update set counted = excluded.counted where s.counted = ${after}
      returning s.member_id`.execute(queries);
  return rows.length > 0;
}

/** Adds to a day's deposits. @returns the additional coins of the day */
async function countDay(
  tx: Tx,
  member: Member,
  { day, amount, each, most }: { day: string; amount: bigint; each: bigint; most: number },
): Promise<number> {
  const { rows } = await sql<{ deposited: bigint; coins: number }>`
    insert into coin_day as d (member_id, day, deposited, coins) values (${member.id}, ${day}::date, ${amount}, 0)
      on conflict (member_id, day) do update set deposited = d.deposited + excluded.deposited
      returning deposited, coins`.execute(tx);
  const { deposited, coins: given } = rows[0] ?? { deposited: 0n, coins: 0 };
  const earned = Math.min(Number(deposited / each), most);
  if (earned <= given) return 0;
  await sql`update coin_day set coins = ${earned} where member_id = ${member.id} and day = ${day}::date`.execute(
    tx,
  );
  return earned - given;
}
