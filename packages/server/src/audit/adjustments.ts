import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks that adjustments of wallets and their approvals belong together: one movement of that amount, in that
 * direction, on that member's wallet, approved by another person than its maker.
 */
export function adjustmentCheck(database: Database): Check {
  const name = 'adjustments';
  return {
    name,
    run: async () => {
      const { rows } = await sql<{ subject: string; message: string }>`
        ${withoutApproval} union all ${withoutMovement}`.execute(database.queries);
      return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
    },
  };
}

const approved = sql`(
  select p.id, p.maker, p.decided_by, p.payload ->> 'memberId' as member_id, p.payload ->> 'direction' as direction,
      ((p.payload ->> 'amount')::numeric * 100)::bigint as minor
    from approval p where p.action = 'adjustment' and p.decision = 'approve')`;

const withoutApproval = sql`
  select t.id::text as subject, format('adjustment of %s, which no second person approved', t.amount) as message
    from ledger_transfer t
    where t.kind = 'adjustment' and not exists (
      select from ${approved} p
        join member m on m.id = p.member_id
        where p.id::text = t.detail ->> 'approval' and p.minor = t.amount and p.maker <> p.decided_by
          and m.wallet_account = case p.direction when 'credit' then t.credit_account else t.debit_account end)`;

const withoutMovement = sql`
  select p.id::text, format('approved adjustment of %s has %s movements', p.minor, count(t.id))
    from ${approved} p
    left join ledger_transfer t on t.kind = 'adjustment' and t.detail ->> 'approval' = p.id::text
    group by p.id, p.minor having count(t.id) <> 1`;
