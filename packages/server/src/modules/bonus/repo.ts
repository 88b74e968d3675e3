import type { BonusType } from '@krapao/contract/bonus';
import { minor, type Currency, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Localized } from '../../content/fields.ts';
import type { Queries, Tx } from '../../database/open.ts';
import type { Room } from '../../kernel/lane-worker.ts';
import { accountStates, depositsTo, withdrawalsFrom } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import { memberWallets } from '../account/queries.ts';
import { activeGamesOf, lastKnownGameCredit } from '../games/queries.ts';
import type { Terms } from '../../content/bonus-terms.ts';

export type Source = 'bonus' | 'promotion';
export type EndState = 'cleared' | 'failed' | 'cancelled';

/** Terms of a bonus at the time it was taken. */
export interface KeptTerms extends Terms {
  type: BonusType | 'promotion';
  /** Operator's HTML; promotions only. */
  description?: Localized;
}

/** A bonus that has been taken and has not ended. */
export interface OpenBonus {
  id: string;
  memberId: string;
  source: Source;
  code: string;
  state: 'active' | 'failing';
  terms: KeptTerms;
  bonusAmount: Minor;
  ownMoney: Minor;
  /** Number of the crediting transfer among the wallet's movements. */
  position: bigint;
  turnoverNeeded: Minor;
  turnoverDone: Minor;
  winLoss: Minor;
  activatedAt: Date;
  expiresAt: Date;
}

/** A member with a bonus to check. */
export interface Holder {
  id: string;
  walletAccount: AccountId;
  currency: Currency;
}

/** A bonus that is due for a check, with its lane. */
export interface DueBonus {
  bonusId: string;
  lane: string;
  holder: Holder;
}

export interface Deposit {
  id: string;
  amount: Minor;
}

export type NewBonus = Omit<OpenBonus, 'state' | 'turnoverDone' | 'winLoss'> & {
  deposit: Deposit | undefined;
  creditId: string;
  checkAt: Date;
};

interface Row {
  id: string;
  member_id: string;
  source: string;
  code: string;
  state: string;
  terms: unknown;
  bonus_amount: bigint;
  own_money: bigint;
  position: bigint;
  turnover_needed: bigint;
  turnover_done: bigint;
  win_loss: bigint;
  activated_at: Date;
  expires_at: Date;
}

const OPEN_COLUMNS = [
  'id',
  'member_id',
  'source',
  'code',
  'state',
  'terms',
  'bonus_amount',
  'own_money',
  'position',
  'turnover_needed',
  'turnover_done',
  'win_loss',
  'activated_at',
  'expires_at',
] as const;

/** Returns whether the required turnover is reached. */
export const isMet = ({ turnoverDone, turnoverNeeded }: OpenBonus): boolean => turnoverDone >= turnoverNeeded;

/** Codes of the active games of the bonus's member. Players of a slow game wait in separate lanes. */
const laneOf = activeGamesOf(sql`b.member_id`);

/** Returns the member's bonus that has not ended. */
export async function findOpenBonus(queries: Queries, memberId: string): Promise<OpenBonus | undefined> {
  const row = await queries
    .selectFrom('user_bonus')
    .select(OPEN_COLUMNS)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && toOpenBonus(row);
}

/** Reads a bonus again and locks its row until the transaction ends; undefined once the bonus has ended. */
export async function lockBonus(tx: Tx, id: string): Promise<OpenBonus | undefined> {
  const row = await tx
    .selectFrom('user_bonus')
    .select(OPEN_COLUMNS)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && toOpenBonus(row);
}

/** Returns the members' bonuses that have not ended, and locks their rows until the transaction ends. */
export async function lockOpenBonuses(tx: Tx, memberIds: readonly string[]): Promise<OpenBonus[]> {
  const rows = await tx
    .selectFrom('user_bonus')
    .select(OPEN_COLUMNS)
    .where('member_id', 'in', memberIds)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toOpenBonus);
}

/** Counts how often the member has taken an offer since a time; without one, ever. */
export async function countReceived(
  queries: Queries,
  memberId: string,
  source: Source,
  code: string,
  since?: Date,
) {
  const row = await queries
    .selectFrom('user_bonus')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .where('source', '=', source)
    .where('code', '=', code)
    .$if(since !== undefined, (query) => query.where('activated_at', '>=', since ?? new Date(0)))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts how often all members together have taken an offer. */
export async function countGiven(queries: Queries, source: Source, code: string): Promise<number> {
  const row = await queries
    .selectFrom('user_bonus')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('source', '=', source)
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns a wallet's newest deposit, if no bonus was given on it and no withdrawal was made since. */
export async function findFreshDeposit(queries: Queries, account: AccountId): Promise<Deposit | undefined> {
  const { rows } = await sql<{ id: string; amount: bigint }>`
    select t.id, t.amount from (
        select id, amount, credit_no from ${depositsTo(account)} d order by credit_no desc limit 1
      ) t
      where not exists (select from user_bonus b where b.deposit_id = t.id)
        and not exists (
          select from ${withdrawalsFrom(account)} w where w.debit_no > t.credit_no
        )`.execute(queries);
  return rows[0] && { id: rows[0].id, amount: minor(rows[0].amount) };
}

export async function addBonus(tx: Tx, bonus: NewBonus): Promise<void> {
  await tx
    .insertInto('user_bonus')
    .values({
      id: bonus.id,
      member_id: bonus.memberId,
      source: bonus.source,
      code: bonus.code,
      state: 'active',
      terms: JSON.stringify(bonus.terms),
      deposit_id: bonus.deposit?.id ?? null,
      deposit_amount: bonus.deposit?.amount ?? 0n,
      bonus_amount: bonus.bonusAmount,
      credit_id: bonus.creditId,
      own_money: bonus.ownMoney,
      position: bonus.position,
      turnover_needed: bonus.turnoverNeeded,
      activated_at: bonus.activatedAt,
      expires_at: bonus.expiresAt,
      check_at: bonus.checkAt,
    })
    .execute();
}

export async function addTurnover(
  tx: Tx,
  id: string,
  played: { counted: Minor; winLoss: Minor; checkAt: Date | undefined },
): Promise<void> {
  const { counted, winLoss, checkAt } = played;
  await tx
    .updateTable('user_bonus')
    .set((eb) => ({
      turnover_done: eb('turnover_done', '+', counted),
      win_loss: eb('win_loss', '+', winLoss),
      ...(checkAt && { check_at: eb.fn('least', ['check_at', sql<Date>`${checkAt}`]) }),
    }))
    .where('id', '=', id)
    .execute();
}

export async function endBonus(
  tx: Tx,
  id: string,
  end: { state: EndState; at: Date; cost: Minor; costId: string | undefined },
): Promise<void> {
  await tx
    .updateTable('user_bonus')
    .set({ state: end.state, ended_at: end.at, cost: end.cost, cost_id: end.costId ?? null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Marks a bonus as expired. Its cost is taken as soon as all credit is in the wallet. */
export async function markFailing(queries: Queries, id: string): Promise<void> {
  await queries
    .updateTable('user_bonus')
    .set({ state: 'failing' })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Returns the lanes of the bonuses that are due for a check: the codes of all games of their members. */
export async function listDueLanes(queries: Queries, now: Date): Promise<string[]> {
  const { rows } = await sql<{ lane: string }>`
    select distinct ${laneOf} as lane from user_bonus b where ended_at is null and check_at <= ${now}`.execute(
    queries,
  );
  return rows.map(({ lane }) => lane);
}

/** Claims bonuses that are due for a check, earliest first, and schedules the next check. */
export async function claimDueBonuses(
  queries: Queries,
  now: Date,
  nextAt: Date,
  rooms: readonly Room[],
): Promise<DueBonus[]> {
  const { rows } = await sql<{
    id: string;
    lane: string;
    member_id: string;
    wallet_account: AccountId;
    currency: Currency;
  }>`
    with due as materialized (
      select id, lane, row_number() over (partition by lane order by check_at, id) as place
        from (
          select b.id, b.check_at, ${laneOf} as lane from user_bonus b where ended_at is null and check_at <= ${now}
        ) d
    )
    update user_bonus b set check_at = ${nextAt}
      from due, ${memberWallets} m, unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
        ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
      where b.id = due.id and due.lane = r.lane and due.place <= r.room and m.id = b.member_id
        -- Another process may have been faster.
        and b.ended_at is null and b.check_at <= ${now}
      returning b.id, due.lane, b.member_id, m.wallet_account, m.currency`.execute(queries);
  return rows.map((row) => ({
    bonusId: row.id,
    lane: row.lane,
    holder: { id: row.member_id, walletAccount: row.wallet_account, currency: row.currency },
  }));
}

/** Schedules the next check, unless another check has been scheduled since the claim. */
export async function scheduleCheck(
  queries: Queries,
  id: string,
  claimedUntil: Date,
  at: Date,
): Promise<void> {
  await queries
    .updateTable('user_bonus')
    .set({ check_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('check_at', '=', claimedUntil)
    .execute();
}

/** Returns the offers of one kind that a member has taken, oldest first. */
export async function listTaken(queries: Queries, memberId: string, source: Source) {
  return queries
    .selectFrom('user_bonus')
    .select(['id', 'code', 'activated_at', 'ended_at'])
    .where('member_id', '=', memberId)
    .where('source', '=', source)
    .orderBy('activated_at')
    .orderBy('id')
    .execute();
}

/** Returns a member's wallet balance, and the total credit by the games' last reported balances. */
export async function readLastKnownCredit(
  queries: Queries,
  memberId: string,
  account: AccountId,
): Promise<{ wallet: Minor; total: Minor }> {
  const { rows } = await sql<{ wallet: bigint; games: bigint }>`
    select a.balance - a.held as wallet, ${lastKnownGameCredit(memberId)} as games
      from ${accountStates} a where a.id = ${account}`.execute(queries);
  const { wallet = 0n, games = 0n } = rows[0] ?? {};
  return { wallet: minor(wallet), total: minor(wallet + games) };
}

function toOpenBonus(row: Row): OpenBonus {
  return {
    id: row.id,
    memberId: row.member_id,
    source: row.source as Source,
    code: row.code,
    state: row.state as OpenBonus['state'],
    terms: row.terms as KeptTerms,
    bonusAmount: minor(row.bonus_amount),
    ownMoney: minor(row.own_money),
    position: row.position,
    turnoverNeeded: minor(row.turnover_needed),
    turnoverDone: minor(row.turnover_done),
    winLoss: minor(row.win_loss),
    activatedAt: row.activated_at,
    expiresAt: row.expires_at,
  };
}
