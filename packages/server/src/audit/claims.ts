import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding, Severity } from './finding.ts';

interface Row {
  severity: Severity;
  subject: string;
  message: string;
}

/**
 * Compares the channels' own tables with the books. The wallet service keeps no list of redeemed tickets, and
 * codes are deleted once a link is settled, so gift links are compared here.
 */
export function claimChecks(database: Database, settledBefore: Date): Check[] {
  const check = (name: string, query: RawBuilder<Row>): Check => ({
    name,
    run: async () => {
      const { rows } = await query.execute(database.queries);
      return rows.map((row): Finding => ({ check: name, ...row }));
    },
  });
  return [
    check('gift links', giftLinks(settledBefore)),
    check('slips', slips),
    check('QR orders', qrOrders),
    check('suspense', suspense),
    check('manual review', inManualReview),
  ];
}

const giftLinks = (settledBefore: Date): RawBuilder<Row> => sql<Row>`
  with deposit as (
    select id, detail ->> 'giftId' as gift from ledger_transfer where kind = 'deposit' and detail ? 'giftId'
  )
  select 'wrong' as severity, g.id::text as subject,
      format('link is %s, and credited %s times', g.state, count(d.id)) as message
    from gift_link g left join deposit d on d.gift = g.id::text
    where g.state in ('credited', 'refused')
    group by g.id, g.state
    having count(d.id) <> case when g.state = 'credited' then 1 else 0 end
  union all
  select 'wrong', d.id::text, 'credited for a gift link that nobody handed in'
    from deposit d left join gift_link g on g.id::text = d.gift where g.id is null
  union all
  select 'attention', g.id::text, case g.state
      when 'redeeming' then format('not redeemed yet after %s askings', g.attempts)
      else format('refused (%s) after a redeeming without an answer: needs manual review', g.reason) end
    from gift_link g where g.state in ('redeeming', 'manual_review') and g.created_at < ${settledBefore}`;

/** The books may credit a slip's money by the bank's statement, or from suspense. */
const slips = sql<Row>`
  select 'wrong' as severity, s.id::text as subject,
      format('slip %s over %s minor units was accepted; %s was credited', s.reference, s.amount,
        coalesce(d.amount::text, 'nothing'))
        as message
    from slip s
    join member m on m.id = s.member_id
    left join incoming_transfer i on i.slip_bank = s.sending_bank and i.slip_ref = s.reference
    -- Those from before statements had references of their own are found by the slip's.
    left join ledger_transfer t on t.kind = 'deposit'
      and case when i.id is null then t.detail ->> 'reference' = s.reference else t.id = i.id end
    left join ledger_transfer o on o.kind = 'suspense_out' and o.detail ->> 'origin' = t.id::text
    left join lateral (select t.amount where m.wallet_account in (t.credit_account, o.credit_account)) d on true
    where s.state = 'success' and d.amount is distinct from s.amount
  union all
  select 'wrong', i.id::text, format('transfer %s of %s is in the books with %s', coalesce(i.statement_ref, i.slip_ref, t.detail ->> 'reference'),
      i.amount, coalesce(t.amount::text, 'nothing'))
    from incoming_transfer i left join ledger_transfer t on t.id = i.id and t.kind = 'deposit'
    where t.amount is distinct from i.amount`;

const qrOrders = sql<Row>`
  select 'wrong' as severity, o.id::text as subject, 'order is paid, and no deposit names it' as message
    from qr_order o
    where o.state = 'paid' and not exists (
      select from ledger_transfer d where d.kind = 'deposit' and d.detail ->> 'orderId' = o.id::text)`;

const inManualReview = sql<Row>`
  select 'attention' as severity, t.id::text as subject,
      format('%s of %s.%s for %s at %s since %s: %s; npm run tool -- review settles it',
        t.kind, t.amount / 100, lpad((t.amount % 100)::text, 2, '0'),
        coalesce(t.detail ->> 'username', t.detail ->> 'bankAccountNo', '?'),
        coalesce(t.detail ->> 'provider', 'the bank'), t.created_at::date, r.reason) as message
    from (
      select transfer_id, 'the balance there does not tell' as reason from balance_claim
        where unclear_at is not null
      union all
      select transfer_id, reason from manual_review
    ) r join ledger_transfer t on t.id = r.transfer_id
    where t.state = 'pending'`;

const suspense = sql<Row>`
  with held as (
    select t.id, t.amount, t.detail, t.created_at, a.code, a.currency
      from ledger_transfer t join ledger_account a on a.id = t.credit_account
      where t.kind = 'deposit' and starts_with(a.code, 'house:suspense:')
  ), assigned as (
    select t.id, t.amount, t.detail ->> 'origin' as origin, a.code
      from ledger_transfer t join ledger_account a on a.id = t.debit_account
      where t.kind in ('suspense_out', 'suspense_back', 'suspense_return', 'suspense_keep')
  )
  select 'attention' as severity, h.id::text as subject,
      format('%s.%s %s of %s belongs to nobody yet (%s), since %s', h.amount / 100,
        lpad((h.amount % 100)::text, 2, '0'), h.currency, coalesce(h.detail ->> 'provider', '?'),
        coalesce(h.detail ->> 'unmatched', 'no order'), h.created_at::date) as message
    from held h where not exists (select from assigned a where a.origin = h.id::text)
  union all
  select 'wrong', coalesce(h.id::text, a.origin),
      format('%s assignments of %s together, of %s held', count(*), sum(a.amount), coalesce(h.amount, 0))
    from assigned a left join held h on h.id::text = a.origin and h.code = a.code
    group by h.id, h.amount, a.origin
    having count(*) <> 1 or sum(a.amount) is distinct from h.amount`;
