import type { BenchDatabase } from '../postgres/databases.ts';
import { staffIdOf, type StaffRole } from '../seed/fill-staff.ts';

/** Longest median of a member's page, by the specification of the console. */
export const PAGE_MS = 300;
/** Longest median of a list. */
export const QUEUE_MS = 200;

/** One look of staff: calls that a screen makes at once. */
export interface ConsoleCall {
  /** Part of the row's id. */
  name: string;
  what: string;
  paths: readonly string[];
  by: StaffRole;
  atMostMs: number;
}

const SEARCHES = `
  select m.username as phone, right(m.bank_account_no, 4) as account, m.id as member,
      (select id from ledger_transfer where debit_account = m.wallet_account and debit_no = 2)::text as transfer,
      (select reference from slip_reference offset 7 limit 1) as slip, 'slotxo' || m.id as game,
      left(m.name, 3) as name, left(lower(m.bank_account_name), 9) as "accountName"
    from member m where m.id = $1`;

const MIDDLES = `
  select (select transfer_id from payout_review where state = 'waiting' order by created_at offset $1::int limit 1)
        as payouts,
      (select transfer_id from payout_review where state in ('approved', 'refused')
        order by decided_at offset $1::int * 60 limit 1) as decided,
      (select id from approval where decided_at is not null order by id offset $1::int limit 1) as approvals,
      (select t.id from ledger_transfer t where kind = 'deposit' and detail ? 'unmatched'
          and not exists (select from ledger_transfer o where o.kind = 'suspense_out'
            and o.detail ->> 'origin' = t.id::text)
        order by t.created_at offset $1::int limit 1) as suspense,
      (select transfer_id from manual_review join ledger_transfer t on t.id = transfer_id where t.state = 'pending'
        order by t.created_at offset $1::int / 12 limit 1) as reviews,
      (select id / 2 from staff_audit_end)::text as audit,
      (select id from slip where state = 'failed' order by created_at offset $1::int limit 1) as slips,
      (select id from rejected_entry where closed_at is null order by created_at, id offset $1::int limit 1)
        as rejected,
      (select (extract(epoch from break_until) * 1000)::bigint || ':' || member_id from protection
        where break_until > now() order by break_until, member_id offset $1::int limit 1) as breaks,
      (select (extract(epoch from excluded_at) * 1000)::bigint || ':' || member_id from protection
        where excluded_at is not null and exclusion_ends_at is null
        order by excluded_at desc, member_id desc offset $1::int limit 1) as exclusions,
      (select (extract(epoch from exclusion_ends_at) * 1000)::bigint || ':' || member_id from protection
        where exclusion_ends_at > now() order by exclusion_ends_at, member_id offset $1::int limit 1) as returning,
      (select max(id) / 2 from protection_change)::text as change,
      (current_date - 250)::text as "playDay",
      (select t.id from member m join ledger_transfer t on t.debit_account = m.wallet_account and t.debit_no is not null
        where m.id = 'bench0000001' limit 1) as movement`;

/** Returns a list's look, by its address without what all have in common. */
const listed = (name: string, what: string, query: string, by: StaffRole = 'manager'): ConsoleCall => ({
  name,
  what,
  paths: [`/staff/api/${query}`],
  by,
  atMostMs: QUEUE_MS,
});

const memberId = (n: number): string => `bench${String(n).padStart(7, '0')}`;

function searchCalls(search: Record<string, string>, middle: number): ConsoleCall[] {
  const searches = Object.entries({ ...search, firstName: 'สม', nobody: 'ไม่มีใคร' }).map(([by, text]) =>
    listed(`search-${by}`, `members by ${by}`, `members?query=${encodeURIComponent(text)}`),
  );
  return [
    ...searches,
    listed(
      'search-second',
      'members by first name, second page',
      `members?query=สม&after=${memberId(middle)}`,
    ),
  ];
}

/** The lists of a member's page that are read when they are opened. */
const sectionsAt = (middle: Record<string, string>) =>
  [
    ['play', 'play'],
    ['play-days', 'play-days'],
    ['play-days-middle', `play-days?after=${middle['playDay']}`],
    ['bonuses', 'bonuses'],
    ['links', 'links'],
    ['chat', 'chat'],
    ['chat-middle', 'chat?after=2500'],
    ['protection', 'protection'],
    ['protection-history', 'protection/changes'],
    ['protection-history-middle', `protection/changes?after=${middle['change']}`],
  ] as const;

function pageCalls(members: number, middle: Record<string, string>): ConsoleCall[] {
  const pageOf = (name: string, what: string, n: number): ConsoleCall => {
    const path = `/staff/api/members/${memberId(n)}`;
    const acts = `/staff/api/audit?subject=${encodeURIComponent(`member ${memberId(n)}`)}`;
    const paths = [path, `${path}/movements`, `${path}/sessions`, `${path}/notes`, acts];
    return { name, what, paths, by: 'manager', atMostMs: PAGE_MS };
  };
  const page = pageOf('page', 'a member’s page, five calls at once', 1);
  const heavy = pageOf('page-heavy', 'the page of the member with most movements', members);
  const alone = (one: ConsoleCall): ConsoleCall[] =>
    one.paths.map((path, index) => {
      const call = ['summary', 'movements', 'sessions', 'notes', 'acts'][index] ?? '';
      return { ...one, name: `${one.name}-${call}`, what: `${one.what}: ${call} alone`, paths: [path] };
    });
  const sections = (name: string, what: string, n: number): ConsoleCall[] =>
    sectionsAt(middle).map(([section, query]) => ({
      name: `${name}-${section}`,
      what: `${what}: ${section}`,
      paths: [`/staff/api/members/${memberId(n)}/${query}`],
      by: 'manager',
      atMostMs: PAGE_MS,
    }));
  return [
    page,
    ...alone(page),
    ...sections('page', page.what, 1),
    {
      name: 'page-movement',
      what: 'a movement with its way',
      paths: [`/staff/api/members/${memberId(1)}/movements/${middle['movement']}`],
      by: 'manager',
      atMostMs: PAGE_MS,
    },
    heavy,
    ...alone(heavy),
    ...sections('page-heavy', heavy.what, members),
  ];
}

function queueCalls(middle: Record<string, string>): ConsoleCall[] {
  return [
    listed('payouts', 'payouts that wait', 'payouts'),
    listed('payouts-middle', 'payouts that wait, in the middle', `payouts?after=${middle['payouts']}`),
    listed('payouts-held', 'payouts that are held', 'payouts?state=held'),
    listed('payouts-decided', 'payouts that were decided', 'payouts?state=decided'),
    listed(
      'payouts-decided-middle',
      'payouts that were decided, in the middle',
      `payouts?state=decided&after=${middle['decided']}`,
    ),
    listed('approvals', 'approvals that are open', 'approvals'),
    listed('approvals-none', 'approvals that are open, of a person who may see none', 'approvals', 'content'),
    listed('approvals-decided', 'approvals that were decided', 'approvals?state=decided'),
    listed(
      'approvals-decided-middle',
      'approvals that were decided, in the middle',
      `approvals?state=decided&after=${middle['approvals']}`,
    ),
    listed(
      'approvals-decided-none',
      'approvals that were decided, of a person who may see none',
      'approvals?state=decided',
      'content',
    ),
    listed('suspense', 'deposits in suspense', 'suspense'),
    listed('suspense-middle', 'deposits in suspense, in the middle', `suspense?after=${middle['suspense']}`),
    listed('reviews', 'transfers under manual review', 'reviews'),
    listed(
      'reviews-middle',
      'transfers under manual review, in the middle',
      `reviews?after=${middle['reviews']}`,
    ),
    listed('slips', 'refused slips', 'slips'),
    listed('slips-middle', 'refused slips, in the middle', `slips?after=${middle['slips']}`),
    listed('slips-waiting', 'slips that wait', 'slips?state=processing'),
    listed('gifts', 'gift links', 'gifts'),
    listed('rejected', 'entries that were put aside', 'rejected'),
    listed(
      'rejected-middle',
      'entries that were put aside, in the middle',
      `rejected?after=${middle['rejected']}`,
    ),
    ...['breaks', 'exclusions', 'returning'].flatMap((list) => [
      listed(`stopped-${list}`, `stopped members: ${list}`, `protection/stopped?list=${list}`),
      listed(
        `stopped-${list}-middle`,
        `stopped members: ${list}, in the middle`,
        `protection/stopped?list=${list}&after=${middle[list]}`,
      ),
    ]),
  ];
}

function auditCalls(middle: Record<string, string>): ConsoleCall[] {
  return [
    listed('audit', 'acts', 'audit'),
    listed('audit-middle', 'acts, in the middle', `audit?after=${middle['audit']}`),
    listed('audit-actor', 'acts by actor', `audit?actor=${staffIdOf('cashier')}`),
    listed('audit-action', 'acts by action', 'audit?action=member.freeze'),
    listed(
      'audit-subject',
      'acts by subject',
      `audit?subject=${encodeURIComponent(`member ${memberId(1)}`)}`,
    ),
    listed(
      'audit-actor-action',
      'acts by actor and action, of which there are none',
      `audit?actor=${staffIdOf('manager')}&action=member.reveal.none`,
    ),
    listed(
      'audit-both',
      'acts by actor and a rare action of another person',
      `audit?actor=${staffIdOf('manager')}&action=member.freeze`,
    ),
  ];
}

/** Returns the looks that are measured on a database that was filled with a console. */
export async function consoleCalls(database: BenchDatabase, members: number): Promise<ConsoleCall[]> {
  const [search] = await database.query<Record<string, string>>(SEARCHES, [memberId(Math.ceil(members / 3))]);
  const waiting = Math.floor(members * 0.002);
  const [middle] = await database.query<Record<string, string>>(MIDDLES, [waiting]);
  if (!search || !middle) throw new Error('the database has no console');
  return [
    ...searchCalls(search, waiting),
    ...pageCalls(members, middle),
    ...queueCalls(middle),
    ...auditCalls(middle),
    listed('today', 'today', 'today'),
  ];
}
