import type { Currency, Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import { isolateFailures } from '../database/isolate-failures.ts';
import type { Database, Queries, Tx } from '../database/open.ts';
import { throwRefusal } from '../database/refused-by-rule.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { noteInContext } from '../kernel/work-context.ts';
import { Batcher, Failure } from '../kernel/batcher.ts';
import type {
  AccountId,
  Balance,
  NewAccount,
  Settlement,
  SettleResult,
  SubmitResult,
  TransferOutcome,
  TransferRequest,
  TransferRow,
  TransferState,
} from './types.ts';

const MOST_PER_BATCH = 256;

/** Receives the accounts of a committed movement. */
export type MovedListener = (accounts: readonly AccountId[]) => void;

type SubmitOutcome =
  | 'created'
  | 'repeated'
  | 'insufficient'
  | 'unexpected'
  | 'barred'
  | 'conflict'
  | 'no_account'
  | 'currency_mismatch';

/**
 * The batch result as comma-separated columns, one entry per transfer: reading many rows would take longer.
 */
interface SubmitRow {
  outcomes: string;
  /** An entry is empty if there is no transfer. */
  states: string;
  amounts: string;
}

interface SettleRow {
  outcome: 'settled' | 'repeated' | 'conflict' | 'missing';
  transfer_state: TransferState;
  transfer_amount: Minor;
  accounts: string[] | null;
}

/**
 * The ledger: double-entry, two-phase, append-only. Balances are guarded in the database; everything
 * that moves money goes through {@link Ledger.submit} and {@link Ledger.settle}.
 */
export class Ledger {
  readonly #database: Database;
  readonly #submissions: Batcher<TransferRequest, SubmitResult>;
  readonly #settlements: Batcher<Settlement, SettleResult>;
  readonly #houses = new Map<string, Promise<AccountId>>();
  readonly #houseIds = new Set<AccountId>();
  readonly #movedListeners: MovedListener[] = [];

  constructor(database: Database, metrics?: Metrics) {
    this.#database = database;
    const count = (operation: 'submit' | 'settle') => (size: number, seconds: number) =>
      metrics?.ledgerBatch(operation, size, seconds);
    const submit = isolateFailures((items: readonly TransferRequest[]) => this.#callSubmit(items));
    this.#submissions = new Batcher(submit, MOST_PER_BATCH, count('submit'));
    this.#settlements = new Batcher((items) => this.#settleBatch(items), MOST_PER_BATCH, count('settle'));
  }

  /**
   * Registers a listener for every movement that this process makes or settles, called after the commit.
   * Its data comes from memory and from the statements that move the money: it costs no round trip.
   */
  onMoved(listener: MovedListener): void {
    this.#movedListeners.push(listener);
  }

  /** Opens an account within the caller's transaction. Its balance can never go below zero. */
  async openMemberAccount(tx: Queries, account: NewAccount): Promise<AccountId> {
    const row = await tx
      .insertInto('ledger_account')
      .values({ ...account, house: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id as AccountId;
  }

  /**
   * Returns the house account of that name and currency, and opens it on first use. House accounts represent
   * counterparties (a gateway, a provider, the bank) or the operator, and may go below zero.
   */
  house(name: string, currency: Currency): Promise<AccountId> {
    const code = `house:${name}:${currency}`;
    let known = this.#houses.get(code);
    if (!known) {
      known = this.#openHouse(this.#database.queries, code, currency);
      this.#houses.set(code, known);
      // A failure is not cached: the next caller tries again.
      known.catch(() => this.#houses.delete(code));
    }
    return known;
  }

  /** Runs {@link Ledger.house} within the caller's transaction. An account that it opens may roll back: it is not cached. */
  houseIn(tx: Tx, name: string, currency: Currency): Promise<AccountId> {
    return this.#openHouse(tx, `house:${name}:${currency}`, currency);
  }

  async balance(account: AccountId): Promise<Balance> {
    const row = await this.#database.queries
      .selectFrom('ledger_account')
      .select(['balance', 'held', 'incoming'])
      .where('id', '=', account)
      .executeTakeFirstOrThrow();
    return toBalance(row);
  }

  /** Returns the current state of a transfer. @param id a UUID */
  find(id: string): Promise<TransferRow | undefined> {
    return this.findIn(this.#database.queries, id);
  }

  /** Runs {@link Ledger.find} by the caller's queries, such as a transaction. */
  async findIn(queries: Queries, id: string): Promise<TransferRow | undefined> {
    const { rows } = await sql<StoredTransfer>`select * from ledger_transfer where id = ${id}`.execute(
      queries,
    );
    return rows[0] && toTransferRow(rows[0]);
  }

  /** Returns the current state of those of some transfers that exist. @param ids UUIDs */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, TransferRow>> {
    const { rows } = await sql<StoredTransfer>`
      select * from ledger_transfer where id = any(${sql.val(ids)}::uuid[])`.execute(this.#database.queries);
    return new Map(rows.map((row) => [row.id, toTransferRow(row)]));
  }

  /**
   * Makes a transfer. Expected outcomes are returned, not thrown.
   * @throws AppError PAYOUTS_STOPPED, GAME_CREDIT_STOPPED or INACTIVE_USER when staff have stopped such
   *   transfers; LIMIT_DEPOSIT, LIMIT_LOSS, ON_BREAK or EXCLUDED when the member has; STEP_UP_REQUIRED for a withdrawal
   *   that needs a fresh proof
   */
  submit(request: TransferRequest): Promise<SubmitResult> {
    noteInContext({ transferId: request.id });
    return this.#submissions.submit(request).catch(throwRefusal);
  }

  /**
   * Runs {@link Ledger.submit} within the caller's transaction, for a movement that must commit or roll back
   * together with the rows that explain it. It locks the two accounts until the transaction ends: make it the
   * last step.
   */
  async submitIn(tx: Tx, request: TransferRequest): Promise<SubmitResult> {
    noteInContext({ transferId: request.id });
    const [result] = await this.#callSubmit([request], tx).catch(throwRefusal);
    if (result instanceof Failure) throw result.error;
    if (!result) throw new Error(`transfer ${request.id}: no answer`);
    return result;
  }

  /**
   * Locks an account until the caller's transaction ends and returns its state. Operations of a member that
   * must not run concurrently take this lock: make it the first step.
   * @returns the balance, and how many movements the account has taken part in
   */
  async lock(tx: Tx, account: AccountId): Promise<Balance & { movements: bigint }> {
    const row = await tx
      .selectFrom('ledger_account')
      .select(['balance', 'held', 'incoming', 'movements'])
      .where('id', '=', account)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return { ...toBalance(row), movements: row.movements };
  }

  /**
   * Runs {@link Ledger.settle} within the caller's transaction, for a decision that must commit or roll back together
   * with the end of its transfer.
   */
  async settleIn(tx: Tx, settlement: Settlement): Promise<SettleResult> {
    noteInContext({ transferId: settlement.id });
    const [result] = await this.#settleBatch([settlement], tx);
    if (!result) throw new Error(`transfer ${settlement.id}: no answer`);
    return result;
  }

  /** Posts or voids a pending transfer, once. */
  settle(settlement: Settlement): Promise<SettleResult> {
    noteInContext({ transferId: settlement.id });
    return this.#settlements.submit(settlement);
  }

  async #openHouse(queries: Queries, code: string, currency: Currency): Promise<AccountId> {
    await queries
      .insertInto('ledger_account')
      .values({ code, currency, house: true })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute();
    const row = await queries
      .selectFrom('ledger_account')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const id = row.id as AccountId;
    this.#houseIds.add(id);
    return id;
  }

  /** Notifies the listeners. House accounts are left out: no listener needs them. */
  #tellMoved(accounts: readonly AccountId[]): void {
    const members = accounts.filter((account) => !this.#houseIds.has(account));
    if (members.length === 0 || this.#movedListeners.length === 0) return;
    this.#database.afterCommit(() => {
      for (const listener of this.#movedListeners) listener(members);
    });
  }

  async #callSubmit(
    items: readonly TransferRequest[],
    queries?: Queries,
  ): Promise<(SubmitResult | Failure)[]> {
    const query = sql<SubmitRow>`select
        string_agg(outcome, ',') as outcomes,
        string_agg(coalesce(transfer_state, ''), ',') as states,
        string_agg(coalesce(transfer_amount::text, ''), ',') as amounts
      from (select * from ledger_submit(
        ${array(items, (i) => i.id)}::uuid[],
        ${plainArray(items, (i) => i.debit)}::bigint[],
        ${plainArray(items, (i) => i.credit)}::bigint[],
        ${plainArray(items, (i) => (i.amount === 'all' ? (i.expect ?? 0n) : i.amount))}::bigint[],
        ${array(items, (i) => i.kind)}::text[],
        ${plainArray(items, (i) => i.pending)}::boolean[],
        ${plainArray(items, (i) => i.amount === 'all')}::boolean[],
        ${array(items, (i) => JSON.stringify(i.detail))}::text[]) order by idx) result`;
    const [row] = queries ? (await query.execute(queries)).rows : await this.#database.prepared(query);
    if (!row) throw new Error('the ledger did not answer');
    const [outcomes, states, amounts] = [
      row.outcomes.split(','),
      row.states.split(','),
      row.amounts.split(','),
    ];
    const moved: AccountId[] = [];
    const results = items.map((item, index) => {
      const outcome = outcomes[index] as SubmitOutcome;
      if (outcome === 'created') moved.push(item.debit, item.credit);
      return toSubmitResult(item, outcome, states[index] as TransferState, amounts[index] ?? '');
    });
    this.#tellMoved(moved);
    return results;
  }

  async #settleBatch(items: readonly Settlement[], tx?: Tx): Promise<SettleResult[]> {
    const ids = array(items, (i) => i.id);
    // The same statement looks up the two accounts, by one key each: a settlement knows only its id.
    const query = sql<SettleRow>`select outcome, transfer_state, transfer_amount,
        case when outcome = 'settled' then (select array[t.debit_account::text, t.credit_account::text]
          from ledger_transfer t where t.id = (${ids}::uuid[])[idx]) end as accounts
      from ledger_settle(
        ${ids}::uuid[],
        ${plainArray(items, (i) => i.result === 'post')}::boolean[],
        ${array(items, (i) => JSON.stringify(i.outcome))}::text[]) order by idx`;
    const rows = tx ? (await query.execute(tx)).rows : await this.#database.prepared(query);
    this.#tellMoved(rows.flatMap(({ accounts }) => (accounts ?? []).map((id) => BigInt(id) as AccountId)));
    return rows.map((row) =>
      row.outcome === 'missing'
        ? { outcome: row.outcome }
        : { outcome: row.outcome, state: row.transfer_state, amount: row.transfer_amount },
    );
  }
}

/** Returns the available, held and incoming amounts of an account's row. */
export function toBalance(row: { balance: bigint; held: bigint; incoming: bigint }): Balance {
  return {
    available: (row.balance - row.held) as Minor,
    held: row.held as Minor,
    incoming: row.incoming as Minor,
  };
}

/** A row of `ledger_transfer`. */
export interface StoredTransfer {
  id: string;
  debit_account: AccountId;
  credit_account: AccountId;
  amount: Minor;
  kind: string;
  state: TransferState;
  detail: unknown;
  outcome: TransferOutcome | null;
  created_at: Date;
  settled_at: Date | null;
}

export const toTransferRow = (row: StoredTransfer): TransferRow => ({
  id: row.id,
  debit: row.debit_account,
  credit: row.credit_account,
  amount: row.amount,
  kind: row.kind,
  state: row.state,
  detail: row.detail,
  outcome: row.outcome,
  createdAt: row.created_at,
  settledAt: row.settled_at,
});

function array<I, V>(items: readonly I[], pick: (item: I) => V): RawBuilder<V[]> {
  return sql.val(items.map(pick));
}

/**
 * Like {@link array}, for values that need no quotes: the driver would scan every entry for characters to
 * escape.
 */
function plainArray<I>(items: readonly I[], pick: (item: I) => bigint | boolean): RawBuilder<string> {
  return sql.val(`{${items.map(pick).join(',')}}`);
}

function toSubmitResult(
  { id }: TransferRequest,
  outcome: SubmitOutcome,
  state: TransferState,
  amount: string,
): SubmitResult | Failure {
  switch (outcome) {
    case 'created':
    case 'repeated':
      return { outcome, state, amount: BigInt(amount) as Minor };
    case 'insufficient':
    case 'unexpected':
    case 'conflict':
      return { outcome };
    case 'barred': // the name in SQL
      return { outcome: 'blocked' };
    case 'no_account':
    case 'currency_mismatch':
      return new Failure(new Error(`transfer ${id}: ${outcome}`));
    default:
      return outcome satisfies never;
  }
}
