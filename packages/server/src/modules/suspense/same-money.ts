import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import { lockTurn } from '../../database/lock-turn.ts';
import { incomingTurn } from '../../database/turns.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { bookedDeposits } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import { areToldTogether, incomingTransfers, joinToCredit } from '../incoming/queries.ts';
import { moveReturned } from '../returned-payouts/queries.ts';
import { creditedSlip } from '../slips/queries.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { heldAs } from './sides.ts';
import { SuspenseError } from './service.ts';

/** Action of ending a deposit as the same money as another one, in proposals and in the record. */
export const SAME = 'suspense.same';

/** A deposit that staff identified as the same money as another one. */
export interface SameMoney {
  depositId: string;
  creditId: string;
  amount: Minor;
  currency: Currency;
  by: string;
  reason: string;
  at: Date;
}

/** Who says that two are the same money, and why. */
export interface Said {
  by: string;
  reason: string;
}

/** A deposit in the ledger, with the references of its transfer in feed and slip. */
interface Booked {
  id: string;
  debit: AccountId;
  credit: AccountId;
  amount: Minor;
  currency: Currency;
  detail: Partial<DepositDetail>;
  /** Our account that received it; null when it is not of a bank. */
  accountNo: string | null;
  statementRef: string | null;
  slipRef: string | null;
  isInSuspense: boolean;
}

/**
 * Resolves a deposit in suspense that is the same money as another one, which may be in suspense, too: feed, files and
 * slip reported one transfer, and no rule can tell. The deposit goes back to the account it came from, and the other one
 * gets what the bank told of it. Then the ledger has the transfer once.
 */
export class SameMoneyService {
  readonly #database: Database;
  readonly #ledger: Ledger;

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /** Lists everything that staff identified as the same money, newest first. */
  async list(): Promise<SameMoney[]> {
    const { rows } = await sql<SameMoney>`
      select s.deposit_id as "depositId", s.credit_id as "creditId", t.amount, t.currency, s.said_by as by, s.reason,
          s.created_at as at
        from same_money s
        join ${bookedDeposits} t on t.id = s.deposit_id
        order by s.created_at desc, s.deposit_id`.execute(this.#database.queries);
    return rows;
  }

  /**
   * Takes a deposit out of suspense that is the same money as another one. Idempotent.
   * @param slipOrCredit the id of the other one, or of its slip
   * @returns whether it moved now, and the deposit
   * @throws SuspenseError when the two cannot be one transfer, or one of them is resolved otherwise
   */
  async settle(
    depositId: string,
    slipOrCredit: string,
    act: Said & { actor: Actor },
  ): Promise<{ isNew: boolean; deposit: Pick<Booked, 'amount' | 'currency'>; creditId: string }> {
    if (!act.by.trim() || !act.reason.trim()) {
      throw new SuspenseError('--by and --reason are needed: both are recorded');
    }
    const { accountNo, amount } = await this.#toBeSettled(depositId);
    // Feed, files and slip take the same lock, so none can claim the other one meanwhile.
    return this.#database.transactionInTurn([incomingTurn(accountNo, amount)], async (tx) => {
      const settled = await this.#settleInTurn(tx, depositId, slipOrCredit, act);
      const { isNew, deposit, creditId } = settled;
      if (!isNew) return settled;
      await recordAct(tx, {
        actor: act.actor,
        action: SAME,
        subject: `deposit ${deposit.id}`,
        outcome: 'done',
        reason: act.reason,
        after: { by: act.by, creditId },
      });
      return settled;
    });
  }

  /** The same in the caller's transaction, without a record of the act. */
  async settleIn(tx: Tx, depositId: string, creditId: string, said: Said): Promise<void> {
    const deposit = await find(tx, depositId);
    if (!deposit?.accountNo) throw new SuspenseError(`no deposit of a bank has the id ${depositId}`);
    await lockTurn(tx, incomingTurn(deposit.accountNo, deposit.amount).key);
    await this.#settleInTurn(tx, depositId, creditId, said);
  }

  async #settleInTurn(
    tx: Tx,
    depositId: string,
    slipOrCredit: string,
    said: Said,
  ): Promise<{ isNew: boolean; deposit: Booked; creditId: string }> {
    const deposit = await find(tx, depositId);
    const credit = await findCredit(tx, slipOrCredit);
    if (!deposit || !credit)
      throw new SuspenseError(`no credited slip or transfer has the id ${slipOrCredit}`);
    const known = await this.#knownCreditOf(tx, deposit.id);
    if (known === credit.id) return { isNew: false, deposit, creditId: credit.id };
    if (known !== undefined) {
      throw new SuspenseError(`the deposit ${depositId} is the same money as another credit, ${known}`);
    }
    refuseDifferences(deposit, credit);
    const { rows } =
      await sql`select where ${areToldTogether(sql`${deposit.id}`, sql`${credit.id}`)}`.execute(tx);
    if (rows.length > 0)
      throw new SuspenseError(`one statement tells of both ${deposit.id} and ${credit.id}: they are two`);
    await this.#goBack(tx, deposit, credit, said);
    return { isNew: true, deposit, creditId: credit.id };
  }

  async #toBeSettled(id: string): Promise<{ accountNo: string; amount: Minor }> {
    const deposit = isUuid(id) ? await find(this.#database.queries, id) : undefined;
    if (!deposit?.isInSuspense) throw new SuspenseError(`no deposit in suspense has the id ${id}`);
    const {
      amount,
      detail: { provider = '?' },
    } = deposit;
    const known = await this.#knownCreditOf(this.#database.queries, id);
    // A deposit that went back has passed its reference to the credit.
    const accountNo = deposit.accountNo ?? (known && (await find(this.#database.queries, known))?.accountNo);
    if (!accountNo) {
      throw new SuspenseError(`the deposit ${id} of ${provider} is not of a bank's statement`);
    }
    return { accountNo, amount };
  }

  async #knownCreditOf(queries: Tx | Database['queries'], depositId: string): Promise<string | undefined> {
    const row = await queries
      .selectFrom('same_money')
      .select('credit_id')
      .where('deposit_id', '=', depositId)
      .executeTakeFirst();
    return row?.credit_id;
  }

  async #goBack(tx: Tx, deposit: Booked, credit: Booked, { by, reason }: Said): Promise<void> {
    await tx
      .insertInto('same_money')
      .values({ deposit_id: deposit.id, credit_id: credit.id, said_by: by, reason })
      .execute();
    await joinToCredit(tx, {
      depositId: deposit.id,
      creditId: credit.id,
      statementRef: deposit.statementRef,
    });
    await moveReturned(tx, deposit.id, credit.id);
    // The oldest deposits have no reference.
    const { provider = '', reference = '' } = deposit.detail;
    const { outcome } = await this.#ledger.submitIn(tx, {
      // Same id as an assignment to a member, so only one of the two can be made.
      id: derivedId('suspense', deposit.id),
      debit: deposit.credit,
      credit: deposit.debit,
      amount: deposit.amount,
      kind: 'suspense_back',
      pending: false,
      detail: { provider, reference, origin: deposit.id, same: credit.id },
    });
    if (outcome !== 'created')
      throw new SuspenseError(`the deposit ${deposit.id} was given to a member before`);
  }
}

/** @throws SuspenseError when the two cannot be one transfer */
function refuseDifferences(deposit: Booked, credit: Booked): void {
  const refuse = (why: string): never => {
    throw new SuspenseError(`${deposit.id} and ${credit.id} are not the same money: ${why}`);
  };
  if (credit.id === deposit.id) refuse('they are one deposit');
  if (credit.currency !== deposit.currency)
    refuse(`one is in ${deposit.currency}, the other in ${credit.currency}`);
  if (credit.debit !== deposit.debit) refuse('they came to different accounts of ours');
  if (credit.amount !== deposit.amount) refuse('their amounts differ');
  if (deposit.slipRef !== null) refuse('a slip told of the first');
  if (deposit.statementRef !== null && credit.statementRef !== null)
    refuse(`the feed has told of the second, as ${credit.statementRef}`);
}

/** Finds a deposit by its id or its slip's id; the other one where it was told of twice itself. */
async function findCredit(tx: Tx, id: string): Promise<Booked | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<{ id: string }>`
    select i.id from ${creditedSlip(id)} s
      join ${incomingTransfers} i on i.slip_bank = s.sending_bank and i.slip_ref = s.reference`.execute(tx);
  const { rows: held } = await sql<{ id: string }>`
    select held_as as id from ${heldAs([rows[0]?.id ?? id])} h`.execute(tx);
  return find(tx, held[0]?.id ?? id);
}

async function find(queries: Tx | Database['queries'], id: string): Promise<Booked | undefined> {
  const { rows } = await sql<Omit<Booked, 'detail'> & { detail: unknown }>`
    select t.id, t.debit_account as debit, t.credit_account as credit, t.amount, t.currency, t.detail,
        i.account_no as "accountNo", i.statement_ref as "statementRef", i.slip_ref as "slipRef",
        t.is_in_suspense as "isInSuspense"
      from ${bookedDeposits} t left join ${incomingTransfers} i on i.id = t.id
      where t.id = ${id}`.execute(queries);
  return rows[0] && { ...rows[0], detail: readDetail('deposit', rows[0].detail) };
}
