import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding, Severity } from './finding.ts';
import { played } from './played.ts';

interface Row {
  severity: Severity;
  subject: string;
  message: string;
}

/** Checks invite bonuses and refunds against the books. Each check sees one snapshot. */
export function inviteAndRefundChecks(database: Database): Check[] {
  const check = (name: string, query: RawBuilder<Row>): Check => ({
    name,
    run: async () => {
      const { rows } = await query.execute(database.queries);
      return rows.map((row): Finding => ({ check: name, ...row }));
    },
  });
  return [check('refunds', refunds), check('invites', invites), check('friends', friends)];
}

/** Compares a table's rows with their linked transfers: the same number, ids, members and amounts. */
const credits = (table: string, link: string) => sql<Row>`
  select 'wrong' as severity, coalesce(r.id, t.id)::text as subject,
      case
        when t.id is null then format('%s of %s is not in the books', ${link}::text, r.amount)
        when r.id is null then format('%s of %s was credited, and nothing says why', ${link}::text, t.amount)
        else format('%s of %s to %s; the books say %s', ${link}::text, r.amount, r.member_id, t.amount)
      end as message
    from (select g.*, m.wallet_account from ${sql.table(table)} g join member m on m.id = g.member_id) r
    full join (
      select * from ledger_transfer where kind = 'bonus' and detail ->> 'link' = ${link}
    ) t on t.id = r.id
    where r.id is null or t.id is null or t.state <> 'posted' or t.amount <> r.amount
      or t.credit_account <> r.wallet_account`;

const refunds = sql<Row>`
  ${credits('refund', 'refund')}
  union all
  select 'wrong', r.id::text,
      format('refund for a net loss of %s; the days it looked at make %s', r.net_loss, coalesce(-sum(d.win_loss), 0))
    from refund r left join play_day d on d.refund_id = r.id
    group by r.id having r.net_loss is distinct from -sum(d.win_loss)`;

const invites = sql<Row>`
  ${credits('invite_collection', 'invite')}
  union all
  select 'wrong', c.id::text, format('collection of %s; what friends earned in it makes %s', c.amount, coalesce(sum(b.amount), 0))
    from invite_collection c left join invite_bonus b on b.collection_id = c.id and b.inviter_id = c.member_id
    group by c.id having c.amount is distinct from sum(b.amount)
  union all
  select 'wrong', b.id::text, format('%s earned of a deposit that is not the friend''s, or not in the books', b.amount)
    from invite_bonus b
    where b.source = 'deposit' and not exists (
      select from ledger_transfer t join member f on f.wallet_account = t.credit_account
        where t.id = b.deposit_id and f.id = b.friend_id and t.kind in ('deposit', 'suspense_out') and t.state = 'posted'
          and b.amount <= t.amount)`;

const friends = sql<Row>`
  select 'wrong' as severity, b.id::text as subject,
      format('%s earned by %s, who is not a friend of %s', b.amount, b.friend_id, b.inviter_id) as message
    from invite_bonus b
    where not exists (
      select from invite_friend f where f.friend_id = b.friend_id and f.inviter_id = b.inviter_id)
  union all
  select 'wrong', f.friend_id, format('stakes of %s since they joined; the reports make %s', f.turnover, coalesce(sum(e.turnover), 0))
    from invite_friend f left join (${played}) e on e.member_id = f.friend_id
    group by f.friend_id having f.turnover > coalesce(sum(e.turnover), 0)`;
