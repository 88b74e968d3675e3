import type { Connection } from './connection.ts';
import { fillProtection } from './fill-protection.ts';
import { fillSections } from './fill-sections.ts';
import { fillStaff } from './fill-staff.ts';

const AMOUNT_MINOR = 10_000n;

/** Shares of the members who have one more movement, by what it is. Further members have what is left. */
const SHARES = {
  /** A payout that staff have decided. */
  decided: 0.3,
  /** A payout that waits for a person. */
  open: 0.005,
  /** A payout whose end is not known. */
  unclear: 0.0005,
  /** A movement of the same weekday before. */
  week: 0.12,
  /** A movement of today. */
  today: 0.12,
  /** A deposit that was in suspense. */
  assigned: 0.09,
} as const;

/** Unassigned deposits in suspense, a member. */
const SUSPENDED = 0.01;

/**
 * Adds to a filled database what the staff's console lists: payouts under review, deposits in suspense, slips, staff
 * with sessions, their approvals, acts and notes, the sections of members' pages, and members who are stopped. The
 * books are as the ledger would have left them.
 */
export async function fillConsole(connection: Connection, members: number): Promise<void> {
  await connection.query(`
    insert into ledger_account (code, currency, house)
      values ('house:bank:payout:BAHT', 'BAHT', true), ('house:suspense:BAHT', 'BAHT', true)`);
  await planMovements(connection, members);
  await connection.query('alter table ledger_transfer disable trigger user');
  for (const statement of MOVEMENTS) await connection.query(statement);
  await connection.query('alter table ledger_transfer enable trigger user');
  for (const statement of [...BALANCES, ...SUSPENSE, ...REVIEWS, ...SLIPS]) await connection.query(statement);
  await fillStaff(connection, members);
  await fillSections(connection, members);
  await fillProtection(connection, members);
  await connection.query('drop table extra');
  await connection.query('analyze');
}

/** Plans one more movement of most members, and the deposits in suspense. */
async function planMovements(connection: Connection, members: number): Promise<void> {
  let until = 0;
  const roles = Object.entries(SHARES).map(([role, share]) => {
    until += share;
    return `when n <= ${Math.round(until * members)} then '${role}'`;
  });
  await connection.query(`
    create table extra as
      select *, ${uuidOf('made_at', "n || role || 'extra'")} as id from (
        select account, n, member_id, role, position, case role
            when 'decided' then now() - interval '79 days' + n * interval '70 days' / ${members}
            when 'today' then now() - (n % 1000) * interval '1 second'
            when 'week' then now() - interval '7 days' - (n % 1000) * interval '1 second'
            when 'assigned' then now() - interval '20 days' + n * interval '10 days' / ${members}
            else now() - interval '1 hour' + n * interval '1 hour' / ${members} end as made_at
          from (
            select a.id as account, a.movements + 1 as position, m.id as member_id, substr(m.id, 6)::int as n,
                case ${roles.join(' ').replaceAll('n <=', 'substr(m.id, 6)::int <=')} end as role
              from member m join ledger_account a on a.id = m.wallet_account
          ) planned where role is not null
        union all
        select null, n, null, 'suspended', null, now() - interval '2 hours' + n * interval '1 hour' / ${members}
          from generate_series(1, ${Math.ceil(SUSPENDED * members)}) n
      ) e`);
  await connection.query('create index on extra (role, made_at); analyze extra');
}

/** Returns SQL of a version 7 id of a time. */
const uuidOf = (at: string, seed: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8'
    || substr(md5(${seed}), 4, 15))::uuid`;

const house = (name: string): string =>
  `(select id from ledger_account where house and code like 'house:${name}:%')`;

const INTO =
  'insert into ledger_transfer (id, debit_account, credit_account, amount, kind, state, sweep, debit_no, credit_no, detail, outcome, created_at, settled_at)';

const PAYOUT_DETAIL = `jsonb_build_object('bankCode', 'SCB', 'bankAccountNo', '7' || lpad(n::text, 9, '0'), 'bankAccountName', 'SOMYING JAIDEE')`;

const suspenseDetail = `jsonb_build_object('provider', 'KBANK', 'reference', 'suspense-' || role || n, 'unmatched', 'no_order')`;

/** A deposit in suspense has an id of its own where it was assigned later. */
const originId = uuidOf('made_at', "n || role || 'origin'");

/** Statements that write the planned movements, in the order of their times. */
const MOVEMENTS = [
  `${INTO}
    select id, account, ${house('bank:payout')}, ${AMOUNT_MINOR}, 'withdraw',
        case when role <> 'decided' then 'pending' when n % 10 = 0 then 'voided' else 'posted' end,
        false, position, null, ${PAYOUT_DETAIL},
        case when role = 'decided' and n % 10 = 0 then '{"reason": "refused_contact_us"}'::jsonb end,
        made_at, case when role = 'decided' then made_at + interval '10 minutes' end
      from extra where role in ('decided', 'open', 'unclear') order by made_at`,
  `${INTO}
    select case role when 'assigned' then ${originId} else id end, ${house('gateway')}, ${house('suspense')},
        ${AMOUNT_MINOR}, 'deposit', 'posted', false, null, null, ${suspenseDetail}, null, made_at, made_at
      from extra where role in ('assigned', 'suspended') order by made_at`,
  `${INTO}
    select id, ${house('suspense')}, account, ${AMOUNT_MINOR}, 'suspense_out', 'posted', false, null, position,
        jsonb_build_object('provider', 'KBANK', 'reference', 'suspense-' || role || n, 'origin', ${originId}),
        null, made_at, made_at
      from extra where role = 'assigned' order by made_at`,
  `${INTO}
    select id, case when n % 6 = 0 then ${house('gateway')} else account end,
        case when n % 6 = 0 then account else ${house('provider')} end,
        ${AMOUNT_MINOR}, case when n % 6 = 0 then 'deposit' else 'game_in' end, 'posted', false,
        case when n % 6 <> 0 then position end, case when n % 6 = 0 then position end,
        case when n % 6 = 0 then jsonb_build_object('provider', 'KBANK', 'reference', 'extra-' || n || role)
          else jsonb_build_object('provider', 'PG', 'username', 'pg' || n, 'memberId', member_id) end,
        null, made_at, made_at
      from extra where role in ('week', 'today') order by made_at`,
];

/** Statements that bring the accounts to their state after the planned movements. */
const BALANCES = [
  `update ledger_account a set movements = a.movements + 1,
      balance = a.balance + case
        when e.role = 'decided' then case when n % 10 = 0 then 0 else -${AMOUNT_MINOR} end
        when e.role in ('open', 'unclear') then 0
        when e.role in ('week', 'today') and n % 6 <> 0 then -${AMOUNT_MINOR}
        else ${AMOUNT_MINOR} end,
      held = a.held + case when e.role in ('open', 'unclear') then ${AMOUNT_MINOR} else 0 end
    from extra e where e.account = a.id`,
  `update ledger_account a set balance = made.balance, incoming = made.incoming from (
      select account, coalesce(sum(amount) filter (where state = 'posted'), 0) as balance,
          coalesce(sum(amount) filter (where state = 'pending'), 0) as incoming from (
        select debit_account as account, -amount as amount, state from ledger_transfer
        union all select credit_account, amount, state from ledger_transfer) entry
      group by account) made
    where a.house and a.id = made.account`,
];

/** The list that a trigger keeps of the deposits in suspense. */
const SUSPENSE = [
  `insert into suspense_open (deposit_id, created_at) select id, made_at from extra where role = 'suspended'`,
];

/** Statements that make the payouts wait for a person, or have them decided. */
const REVIEWS = [
  `insert into payout_review (transfer_id, hits, people, state, created_at, decided_by, decided_at, reason)
    select id, '[{"rule": "amount", "isStrong": false, "detail": "50000.00"}]', 1 + n % 2,
        case when role = 'open' then case when n % 10 = 0 then 'held' else 'waiting' end
          when n % 10 = 0 then 'refused' else 'approved' end,
        made_at, case when role = 'decided' then 'bench cashier' else '' end,
        case when role = 'decided' then made_at + interval '5 minutes' end, 'looked at'
      from extra where role in ('open', 'decided')`,
  `insert into payout_decision (transfer_id, decision, decided_at, orders)
    select id, case when n % 10 = 0 then 'cancel' else 'hand_over' end, made_at, 1 from extra
      where role = 'decided'
    union all select id, 'hand_over', made_at, 1 from extra where role = 'unclear'`,
  `insert into manual_review (transfer_id, reason, created_at)
    select id, 'not on record', made_at from extra where role = 'unclear' or role = 'decided' and n % 20 = 1`,
];

/** Statements that add slips: most were credited, some refused, a few wait. */
const SLIPS = [
  `insert into slip (id, member_id, state, step, note, amount, sending_bank, reference, next_at, created_at)
    select ${uuidOf('made_at', "n || 'slip'")}, member_id,
        case when n % 1000 = 0 then 'processing' when n % 10 = 0 then 'failed' else 'success' end,
        case when n % 1000 = 0 then 'waiting' else 'done' end, '', ${AMOUNT_MINOR}, 'SCB', 'slip-' || n,
        now() + interval '1 day', made_at
      from extra where role = 'decided'`,
  `insert into slip_reference (sending_bank, reference, slip_id)
    select sending_bank, reference, id from slip where state = 'success'`,
];
