import { sql } from 'kysely';

/** Of a deposit `t` that went into suspense: no member has been given it, and it was not found to be told of twice. */
export const hasNotLeftSuspense = sql<boolean>`
  not exists (select from ledger_transfer o where o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text)
  and not exists (select from same_money s where s.deposit_id = t.id)`;
