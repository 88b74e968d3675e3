import type { Currency, Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { hasNotLeftSuspense } from '../../database/suspense.ts';
import { derivedId, isUuid } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { DepositDetail } from '../../ledger/kinds/deposit.ts';
import { textsOf } from '../../ledger/kinds/detail.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { bookedDeposits } from '../../ledger/queries.ts';
import { type AccountId } from '../../ledger/types.ts';
import { findByPhone } from '../account/queries.ts';

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

interface Booked extends Suspended {
  account: AccountId;
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

  /** Lists the unassigned deposits, oldest first. */
  async list(): Promise<Suspended[]> {
    const { rows } = await sql<Row>`
      ${deposits} and ${hasNotLeftSuspense}
        order by t.created_at`.execute(this.#database.queries);
    return rows.map(toBooked);
  }

  /**
   * Assigns a deposit to a member, as a separate movement in their statement. Idempotent.
   * @returns whether it moved now, and the deposit
   * @throws SuspenseError no such deposit, no such member, another currency, or it is assigned to another
   *   member
   */
  async assign(depositId: string, phone: string): Promise<{ isNew: boolean; deposit: Suspended }> {
    const deposit = await this.#find(depositId);
    const member = await findByPhone(this.#database.queries, phone);
    if (!member) throw new SuspenseError(`no member has the phone ${phone}`);
    if (member.currency !== deposit.currency) {
      throw new SuspenseError(
        `the deposit is in ${deposit.currency}, the member counts in ${member.currency}`,
      );
    }
    // The oldest deposits have no reference.
    const { provider = '', reference = '' } = deposit.detail;
    const result = await this.#ledger.submit({
      id: derivedId('suspense', deposit.id),
      debit: deposit.account,
      credit: member.walletAccount,
      amount: deposit.amount,
      kind: 'suspense_out',
      pending: false,
      detail: { provider, reference, origin: deposit.id },
    });
    if (result.outcome !== 'created' && result.outcome !== 'repeated') {
      const end = await this.#ledger.find(derivedId('suspense', deposit.id));
      throw new SuspenseError(
        end?.kind === 'suspense_back'
          ? `the deposit ${depositId} is the same money as the credit ${readDetail('suspense_back', end.detail).same ?? '?'}`
          : `the deposit ${depositId} was given to another member before`,
      );
    }
    return { isNew: result.outcome === 'created', deposit };
  }

  async #find(id: string): Promise<Booked> {
    const { rows } = isUuid(id)
      ? await sql<Row>`${deposits} and t.id = ${id}`.execute(this.#database.queries)
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

const deposits = sql`
  select t.id, t.amount, t.credit_account as account, t.currency, t.detail, t.created_at as "createdAt"
    from ${bookedDeposits} t where t.is_in_suspense`;
