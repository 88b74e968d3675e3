import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

interface FindingRow {
  subject: string;
  message: string;
}

/**
 * Recomputes the books from the transfers alone, without trusting the ledger's code or its balances.
 * @returns all findings; none if the books are sound
 */
export async function auditLedger(database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of ledgerChecks(database)) findings.push(...(await check.run()));
  return findings;
}

/** Returns the checks of {@link auditLedger}. Each sees one snapshot of the books. */
export function ledgerChecks(database: Database): Check[] {
  return Object.entries(checks).map(([name, query]) => ({
    name,
    run: async () => {
      const { rows } = await sql<FindingRow>`${query}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  }));
}

const entries = sql`
  select debit_account as account, -amount as amount, state, debit_no as position, 1 as is_debit from ledger_transfer
  union all
  select credit_account, amount, state, credit_no, 0 from ledger_transfer`;

const checks = {
  'entries sum to zero': sql`
    select 'all transfers' as subject, 'entries sum to ' || sum(amount) as message
      from (${entries}) e where state = 'posted' having sum(amount) <> 0`,
  'balances equal entries': sql`
    select a.code as subject,
        format('says balance %s, held %s, incoming %s; its transfers make %s, %s, %s', a.balance, a.held,
          a.incoming, coalesce(e.balance, 0), coalesce(e.held, 0), coalesce(e.incoming, 0)) as message
      from ledger_account a
      full join (
        select account,
            sum(amount) filter (where state = 'posted') as balance,
            -sum(amount) filter (where state = 'pending' and is_debit = 1) as held,
            sum(amount) filter (where state = 'pending' and is_debit = 0) as incoming
          from (${entries}) s group by account
      ) e on e.account = a.id
      where a.id is null
        or (a.balance, a.held, a.incoming)
          is distinct from (coalesce(e.balance, 0), coalesce(e.held, 0), coalesce(e.incoming, 0))`,
  'no member below zero': sql`
    select code as subject, 'available is ' || (balance - held) as message
      from ledger_account where not house and balance - held < 0`,
  'one currency a transfer': sql`
    select t.id::text as subject, format('moves from %s to %s', d.currency, c.currency) as message
      from ledger_transfer t
      join ledger_account d on d.id = t.debit_account
      join ledger_account c on c.id = t.credit_account
      where d.currency <> c.currency`,
  'movements are numbered without gaps': sql`
    select a.code as subject,
        format('counts %s movements; its transfers are numbered %s to %s, %s of them', a.movements,
          min(e.position), max(e.position), count(e.position)) as message
      from ledger_account a left join (${entries}) e on e.account = a.id
      where not a.house
      group by a.id
      having a.movements <> count(e.position)
        or (count(e.position) > 0 and (min(e.position) <> 1 or max(e.position) <> count(e.position)))`,
};
