import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';

/** What a member's main wallet holds, and what is under way between it and each provider. */
export interface WalletRow {
  available: Minor;
  /** Held for movements out of the wallet that have not settled. */
  held: Minor;
  /** Under way in either direction, by provider code. */
  inTransit: ReadonlyMap<string, Minor>;
}

interface Row {
  balance: bigint;
  held: bigint;
  transit: Record<string, string>;
}

export async function readWallet(database: Database, account: AccountId): Promise<WalletRow> {
  const { rows } = await sql<Row>`
    select a.balance, a.held,
        case when a.held = 0 and a.incoming = 0 then '{}'::jsonb else (
          select coalesce(jsonb_object_agg(p.provider, p.amount::text), '{}'::jsonb) from (
            select t.detail ->> 'provider' as provider, sum(t.amount) as amount
              from ledger_transfer t
              where t.state = 'pending' and t.kind in ('game_in', 'game_out')
                and (t.debit_account = a.id or t.credit_account = a.id)
              group by 1
          ) p
        ) end as transit
      from ledger_account a where a.id = ${account}`.execute(database.queries);
  const row = rows[0];
  if (!row) throw new Error(`ledger account ${account} is missing`);
  const transit = Object.entries(row.transit).map(
    ([code, amount]) => [code, BigInt(amount) as Minor] as const,
  );
  return {
    available: (row.balance - row.held) as Minor,
    held: row.held as Minor,
    inTransit: new Map(transit),
  };
}
