import { sql } from 'kysely';

/**
 * Condition on a deposit `t` in suspense: it was credited to no member, was not found to be reported twice, and was
 * neither returned nor kept.
 */
export const hasNotLeftSuspense = sql<boolean>`
  not exists (select from ledger_transfer o where o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text)
  and not exists (select from same_money s where s.deposit_id = t.id)
  and not exists (select from suspense_end e where e.deposit_id = t.id)`;
