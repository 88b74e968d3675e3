import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';

/** Roles of the filled-in staff, one person each. */
export const STAFF_ROLES = ['manager', 'cashier', 'content'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Acts of staff a member, as many as there are members. */
const ACTS = 1;
/** Approvals a member; of a hundred, two are open and three are forgotten. */
const APPROVALS = 0.1;
const NOTES = 0.5;
/** Notes of the member who has most. */
const NOTES_OF_ONE = 200;

/** Returns the session's token of a role's staff member. */
export const staffTokenOf = (role: StaffRole): string => `bench-staff-${role}`.padEnd(43, '-');

/** Returns the id of a role's staff member. */
export const staffIdOf = (role: StaffRole): string =>
  `01900000-0000-7000-8000-00000000000${STAFF_ROLES.indexOf(role) + 1}`;

/** Adds staff with sessions, their approvals, the chain of their acts, and notes about members. */
export async function fillStaff(connection: Connection, members: number): Promise<void> {
  for (const role of STAFF_ROLES) {
    const id = staffIdOf(role);
    await connection.query('insert into staff (id, email, name) values ($1, $2, $3)', [
      id,
      `${role}@bench.example`,
      `bench ${role}`,
    ]);
    await connection.query('insert into staff_role (staff_id, role) values ($1, $2)', [id, role]);
    await connection.query(
      `insert into staff_session (id, token_hash, staff_id, address, user_agent, by_provider)
        values ($1, $2, $1, '127.0.0.1', 'bench', true)`,
      [id, createHash('sha256').update(staffTokenOf(role)).digest()],
    );
  }
  await connection.query(
    `insert into approval (id, action, subject, payload, reason, maker, created_at, expires_at, decision, decided_by,
        decided_at, decision_reason)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
            || substr(md5(n::text), 4, 15))::uuid,
          case when n % 3 = 0 then 'suspense.assign' else 'review.settle' end,
          case when n % 3 = 0 then 'deposit ' else 'transfer ' end || md5(n::text)::uuid,
          case when n % 3 = 0 then jsonb_build_object('depositId', md5(n::text)::uuid, 'memberId', 'bench0000001',
              'amount', '100.00', 'currency', 'BAHT')
            else jsonb_build_object('transferId', md5(n::text)::uuid, 'end', 'done', 'amount', '100.00',
              'currency', 'BAHT') end,
          'looked at', $2::uuid, at, at + interval '24 hours',
          case when is_decided then 'approve' end, case when is_decided then $3::uuid end,
          case when is_decided then at + interval '1 hour' end, case when is_decided then 'seen' end
        from (
          select n, n <= 0.95 * $1::int as is_decided,
              now() - case when n > 0.98 * $1::int then ($1::int - n) * interval '1 hour' / $1::int
                else interval '2 days' + ($1::int - n) * interval '60 days' / $1::int end as at
            from generate_series(1, $1::int) n
        ) proposal`,
    [Math.ceil(APPROVALS * members), staffIdOf('cashier'), staffIdOf('manager')],
  );
  await fillActs(connection, ACTS * members);
  await connection.query(
    `insert into member_note (member_id, made_by, text)
      select 'bench' || lpad(n::text, 7, '0'), 'bench cashier', 'called about a payout' from generate_series(1, $1::int) n
      union all
      select 'bench0000001', 'bench cashier', 'called again' from generate_series(1, ${NOTES_OF_ONE})`,
    [Math.floor(NOTES * members)],
  );
}

/** Writes the chain of acts as `staff_audit_add` would have, without its lock of each row. */
async function fillActs(connection: Connection, acts: number): Promise<void> {
  await connection.query(`
    do $$
    declare
      last bytea := '';
      here bytea;
      at timestamptz;
      who uuid;
      what text;
      whom text;
    begin
      for n in 1..${acts} loop
        at := now() - (${acts} - n) * interval '60 days' / ${acts};
        who := case when n % 4 = 0 then '${staffIdOf('cashier')}' else '${staffIdOf('manager')}' end;
        what := (array['payout.approve', 'member.reveal', 'member.note', 'payout.refuse'])[1 + n % 4];
        what := case when n % 1000 = 0 then 'member.freeze' else what end;
        whom := 'member bench' || lpad((1 + n % 5000)::text, 7, '0');
        here := sha256(last || convert_to(jsonb_build_array(
          n::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), who::text, 'bench', 'manager', null,
          '127.0.0.1', '', what, whom, 'done', '', null, null, null)::text, 'UTF8'));
        insert into staff_audit values (n, at, who, 'bench', '{manager}', null, '127.0.0.1', '', what, whom, 'done',
          '', null, null, null, last, here);
        last := here;
      end loop;
      update staff_audit_end set id = ${acts}, hash = last;
    end $$`);
}
