import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { ListPlace } from '../../kernel/list-page.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import { textsOf } from '../../ledger/kinds/detail.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { bookedDeposits, openSuspense } from '../../ledger/queries.ts';
import { type AccountId } from '../../ledger/types.ts';
import { findByPhone, type MemberWallet } from '../account/queries.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';

/** Action of assigning a deposit, in the record of staff. */
export const ASSIGN = 'suspense.assign';

/** A deposit without a matched member. */
export interface Suspended {
  id: string;
  amount: Minor;
  currency: Currency;
  /** Details from the counterparty: `provider` is the origin, `unmatched` the reason for the suspense. */
  detail: Partial<DepositDetail>;
  /** Everything that is stored of it, declared or not. */
  texts: Readonly<Record<string, string>>;
  createdAt: Date;
}

/** The operator's request cannot be fulfilled. The message gives the reason in one line. */
export class SuspenseError extends Error {
  override name = 'SuspenseError';
}

/** A deposit with its accounts. */
export interface Booked extends Suspended {
  account: AccountId;
  /** The account of ours that received it. */
  cameFrom: AccountId;
}

type Row = Omit<Booked, 'detail' | 'texts'> & { detail: unknown };

/** Manages deposits in suspense, which staff assign to members. */
export class SuspenseService {
  readonly #database: Database;
  readonly #ledger: Ledger;

  constructor(parts: { database: Database; ledger: Ledger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /**
   * Lists the unassigned deposits, oldest first.
   * @param page of so many, after a deposit; all by default
   */
  async list({ after, most }: Partial<ListPlace> = {}): Promise<Suspended[]> {
    const place = after
      ? sql`and (t.created_at, t.id) > (select d.created_at, d.id from ${bookedDeposits} d where d.id = ${after})`
      : sql``;
    const { rows } = await sql<Row>`
      ${depositsAmong(openSuspense)} ${place}
        order by t.created_at, t.id limit ${most ?? null}::bigint`.execute(this.#database.queries);
    return rows.map(toBooked);
  }

  /**
   * Assigns a deposit to a member by phone, and records it. Idempotent.
   * @returns whether it moved now, and the deposit
   * @throws SuspenseError no such deposit, no such member, another currency, or it is assigned to another
   *   member
   */
  async assign(
    depositId: string,
    phone: string,
    actor: Actor,
  ): Promise<{ isNew: boolean; deposit: Suspended }> {
    const member = await findByPhone(this.#database.queries, phone);
    if (!member) throw new SuspenseError(`no member has the phone ${phone}`);
    return this.#database.transaction(async (tx) => {
      const assigned = await this.assignIn(tx, depositId, member);
      if (assigned.isNew) {
        await recordAct(tx, {
          actor,
          action: ASSIGN,
          subject: `deposit ${depositId}`,
          outcome: 'done',
          after: { memberId: member.id },
        });
      }
      return assigned;
    });
  }

  /** Assigns a deposit in the caller's transaction, as a separate movement in the member's statement. */
  async assignIn(
    tx: Tx,
    depositId: string,
    member: MemberWallet,
  ): Promise<{ isNew: boolean; deposit: Suspended }> {
    const deposit = await this.findIn(tx, depositId);
    if (member.currency !== deposit.currency) {
      throw new SuspenseError(
        `the deposit is in ${deposit.currency}, the member counts in ${member.currency}`,
      );
    }
    // The oldest deposits have no reference.
    const { provider = '', reference = '' } = deposit.detail;
    const result = await this.#ledger.submitIn(tx, {
      id: derivedId('suspense', deposit.id),
      debit: deposit.account,
      credit: member.walletAccount,
      amount: deposit.amount,
      kind: 'suspense_out',
      pending: false,
      detail: { provider, reference, origin: deposit.id },
    });
    if (result.outcome !== 'created' && result.outcome !== 'repeated') {
      const end = await this.#ledger.findIn(tx, derivedId('suspense', deposit.id));
      throw new SuspenseError(
        end?.kind === 'suspense_back'
          ? `the deposit ${depositId} is the same money as the credit ${readDetail('suspense_back', end.detail).same ?? '?'}`
          : end && end.kind !== 'suspense_out'
            ? `the deposit ${depositId} was returned, or is kept`
            : `the deposit ${depositId} was given to another member before`,
      );
    }
    return { isNew: result.outcome === 'created', deposit };
  }

  /** Returns a deposit that is in suspense, or was. @throws SuspenseError no such deposit */
  find(id: string): Promise<Suspended> {
    return this.findIn(this.#database.queries, id);
  }

  /** The same, in the caller's transaction. */
  async findIn(queries: Queries, id: string): Promise<Booked> {
    const { rows } = isUuid(id)
      ? await sql<Row>`${depositsAmong(bookedDeposits)} and t.id = ${id}`.execute(queries)
      : { rows: [] };
    if (!rows[0]) throw new SuspenseError(`no deposit in suspense has the id ${id}`);
    return toBooked(rows[0]);
  }
}

const toBooked = (row: Row): Booked => ({
  ...row,
  detail: readDetail('deposit', row.detail),
  texts: textsOf(row.detail),
});

const depositsAmong = (booked: typeof bookedDeposits) => sql`
  select t.id, t.amount, t.credit_account as account, t.debit_account as "cameFrom", t.currency, t.detail, t.created_at as "createdAt"
    from ${booked} t where t.is_in_suspense`;
