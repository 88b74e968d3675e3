import { toWire, type Minor } from '@krapao/contract/money';
import { NO_PAYMENTS } from '@krapao/contract/staff/incoming';
import { statement, type waitingMoney } from '@krapao/contract/statement';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../database/open.ts';
import { hasNotLeftSuspense } from '../../database/suspense.ts';
import type { Router } from '../../http/router.ts';
import { bookedDeposits } from '../../ledger/queries.ts';
import { memberOrigins } from '../account/queries.ts';
import { mayBeGivenBack } from '../returned-payouts/queries.ts';

type Waiting = z.input<typeof waitingMoney>;

const MOST_SHOWN = 50;

interface Row {
  id: string;
  provider: string | null;
  unmatched: string;
  amount: Minor;
  created_at: Date;
}

/** Shows members their own money in suspense. */
export function waitingRoutes(router: Router, database: Database): void {
  router.add(statement['GET /api/statement/waiting'], async ({ member }) => ({
    waiting: await readWaiting(database, member.id),
  }));
}

/** Condition: no customer paid a deposit `t`, by its type; returned money is its member's unless they have it again. */
const isNotTheirs = sql<boolean>`(t.detail ->> 'unmatched' = any (${sql.val(NO_PAYMENTS)}::text[])
  and (t.detail ->> 'unmatched' <> 'bank_return' or ${mayBeGivenBack(sql`t.id`)}))`;

/**
 * Lists the unassigned deposits in suspense that came from the member's phone or payout account. Deposits
 * from masked senders are left out, since they may be another member's.
 */
async function readWaiting(database: Database, memberId: string): Promise<Waiting[]> {
  const rows = await database.prepared(sql<Row>`
    with own as (
      select t.* from ${memberOrigins} m join ${bookedDeposits} t
          on t.detail ? 'unmatched' and t.detail ? 'senderMobile'
            and t.detail ->> 'senderMobile' = m.username
        where m.id = ${memberId}
      union all
      select t.* from ${memberOrigins} m join ${bookedDeposits} t
          on t.detail ? 'unmatched' and t.detail ? 'fromAccountNo'
            and t.detail ->> 'fromAccountNo' = m.bank_account_no and t.detail ->> 'provider' = m.bank_code
        where m.id = ${memberId}
    )
    select t.id, t.detail ->> 'provider' as provider, t.detail ->> 'unmatched' as unmatched, t.amount, t.created_at
      from own t join ${memberOrigins} m on m.id = ${memberId}
      where t.currency = m.currency and t.is_in_suspense
        and ${hasNotLeftSuspense} and not ${isNotTheirs}
      order by t.created_at desc limit ${MOST_SHOWN}`);
  return rows.map((row) => ({
    _id: row.id,
    from: row.provider ?? '',
    amount: toWire(row.amount),
    createdAt: row.created_at.toISOString(),
    reason: row.unmatched === 'below_minimum' ? 'BELOW_MINIMUM' : 'UNDER_REVIEW',
  }));
}
