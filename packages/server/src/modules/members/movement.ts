import { toWire, type Currency, type Minor } from '@krapao/contract/money';
import type { MOVEMENT_STEPS } from '@krapao/contract/staff/member-sections';
import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import type { AccountId, TransferState } from '../../ledger/types.ts';

type StepName = (typeof MOVEMENT_STEPS)[number];

/** One stored step; `at` as PostgreSQL writes it into JSON. */
interface Step {
  step: StepName;
  at: string | null;
  count: number | null;
  detail: string;
}

interface Row {
  id: string;
  kind: string;
  state: TransferState;
  amount: Minor;
  currency: Currency;
  debitAccount: string;
  creditAccount: string;
  isDebit: boolean;
  detail: Record<string, unknown>;
  outcome: Record<string, unknown> | null;
  createdAt: Date;
  settledAt: Date | null;
  steps: Step[];
}

/** Fields that are masked for staff who may not see them whole. */
const PERSONAL = new Set(['bankAccountNo', 'fromAccountNo', 'senderMobile']);

/** Rows of other tables about a transfer, each found by its key. */
const STEPS = sql`
  select 'order' as step, coalesce(o.ended_at, o.created_at) as at, null::int as count, o.state as detail
    from qr_order o where o.id = (t.detail ->> 'orderId')::uuid
  union all
  select 'lookup', a.told_at, null, concat_ws(' ', a.answer, a.reason)
    from incoming_transfer i
    join slip_reference r on r.sending_bank = i.slip_bank and r.reference = i.slip_ref
    join slip_answer a on a.slip_id = r.slip_id where i.id = t.id
  union all
  select 'gift', g.created_at, g.attempts, g.state from gift_link g where g.id = (t.detail ->> 'giftId')::uuid
  union all
  select 'review', coalesce(p.decided_at, p.created_at), null, concat_ws(' ', p.state, p.decided_by)
    from payout_review p where p.transfer_id = t.id
  union all
  select case d.decision when 'hand_over' then 'handed_over' else 'review' end, d.decided_at, nullif(d.orders, 0),
      concat_ws(' ', d.decision, d.refusal)
    from payout_decision d where d.transfer_id = t.id
  union all
  select 'claim', coalesce(c.sent_at, c.claimed_at), null, case when c.unclear_at is null then '' else 'unclear' end
    from balance_claim c
    where c.provider = t.detail ->> 'provider' and c.username = t.detail ->> 'username' and c.transfer_id = t.id
  union all
  select 'checks', s.next_at, s.attempts, s.lane from settlement_attempt s where s.transfer_id = t.id
  union all
  select 'second_leg', l.created_at, null, concat_ws(' ', l.to_provider, case when l.done then 'done' end)
    from onward_transfer l where l.transfer_id = t.id
  union all
  select 'manual', m.created_at, null, m.reason from manual_review m where m.transfer_id = t.id`;

async function readMovement(queries: Queries, wallet: AccountId, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.state, t.amount, t.detail, t.outcome, t.created_at as "createdAt",
        t.settled_at as "settledAt", d.code as "debitAccount", c.code as "creditAccount", d.currency,
        t.debit_account = ${wallet} as "isDebit",
        coalesce((select json_agg(s order by s.at) from (${STEPS}) s), '[]') as steps
      from ledger_transfer t
      join ledger_account d on d.id = t.debit_account
      join ledger_account c on c.id = t.credit_account
      where t.id = ${id} and ${wallet} in (t.debit_account, t.credit_account)`.execute(queries);
  return rows[0];
}

/** Shows a movement of a wallet with both sides in the books and its stored way; undefined for one of another wallet. */
export async function showMovement(queries: Queries, staff: StaffCaller, wallet: AccountId, id: string) {
  const row = await readMovement(queries, wallet, id);
  if (!row) return undefined;
  const made = { step: 'made' as const, at: row.createdAt.toISOString(), count: null, detail: '' };
  const reason = row.outcome?.['reason'];
  const ended = row.settledAt && {
    step: 'ended' as const,
    at: row.settledAt.toISOString(),
    count: null,
    detail: [row.state, typeof reason === 'string' ? reason : ''].filter(Boolean).join(' '),
  };
  const between = row.steps.map((step) => ({ ...step, at: step.at && new Date(step.at).toISOString() }));
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    amount: toWire(row.amount),
    currency: row.currency,
    debit: { account: row.debitAccount, isMember: row.isDebit },
    credit: { account: row.creditAccount, isMember: !row.isDebit },
    facts: factsOf(staff, { ...row.detail, ...row.outcome }),
    steps: [made, ...between, ...(ended ? [ended] : [])],
  };
}

/** The texts of a movement, by the names of its fields. */
const factsOf = (staff: StaffCaller, detail: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) =>
      typeof value === 'string' && value !== ''
        ? [[name, PERSONAL.has(name) ? shownTo(staff, value) : value]]
        : [],
    ),
  );
