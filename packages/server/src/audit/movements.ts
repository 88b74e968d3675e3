import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Check, Finding } from './finding.ts';

/**
 * Checks that every movement is of a kind that another check verifies, and that it is between accounts that
 * fit its kind. No part of the books remains unchecked.
 */
export function movementChecks(database: Database): Check[] {
  const name = 'movements have a record';
  return [
    {
      name,
      run: async () => {
        const { rows } = await sql<{ subject: string; message: string }>`
          ${unknown} union all ${misplaced}`.execute(database.queries);
        return rows.map((row): Finding => ({ severity: 'wrong', check: name, ...row }));
      },
    },
  ];
}

const unknown = sql`
  select t.id::text as subject,
      format('%s of %s%s, which nothing explains', t.kind, t.amount,
        case when t.kind = 'bonus' then format(' for %s', coalesce(t.detail ->> 'link', 'no reason')) else '' end)
        as message
    from ledger_transfer t
    where t.kind not in
        ('deposit', 'withdraw', 'game_in', 'game_out', 'suspense_out', 'suspense_back', 'suspense_return',
          'suspense_keep', 'bonus', 'finish_bonus', 'adjustment', 'held_in', 'held_return', 'held_payout', 'held_release')
      or (t.kind = 'bonus' and coalesce(t.detail ->> 'link', '')
        not in ('bonus', 'promotion', 'refund', 'invite', 'luckydraw'))`;

/** The accounts of each kind: a member's wallet or held balance, or a house account by its code's prefix. */
const PLACES = sql`(values
  ('deposit', '^house:(gateway|bank|ewallet):', '^(member|house:suspense:)'),
  ('withdraw', '^member', '^house:bank:payout:'),
  ('game_in', '^member', '^house:provider:'),
  ('game_out', '^house:provider:', '^member'),
  ('suspense_out', '^house:suspense:', '^member'),
  ('suspense_back', '^house:suspense:', '^house:bank:(?!payout:)'),
  ('suspense_return', '^house:suspense:', '^house:(gateway:|ewallet:|bank:(?!payout:))'),
  ('suspense_keep', '^house:suspense:', '^house:kept:'),
  ('bonus', '^house:bonus:', '^member'),
  ('finish_bonus', '^member', '^house:bonus:'),
  ('adjustment', '^(member|house:adjustments:)', '^(member|house:adjustments:)'),
  ('held_in', '^member', '^held'),
  ('held_return', '^member', '^held'),
  ('held_payout', '^held', '^member'),
  ('held_release', '^held', '^member')) as place (kind, debit, credit)`;

const placeOf = (account: 'd' | 'c') => {
  const [house, code] = [sql.ref(`${account}.house`), sql.ref(`${account}.code`)];
  return sql`(case when ${house} then ${code} when starts_with(${code}, 'held:') then 'held' else 'member' end)`;
};

const misplaced = sql`
  select t.id::text, format('%s of %s from %s to %s, between which there is none', t.kind, t.amount, d.code, c.code)
    from ledger_transfer t
    join ${PLACES} on place.kind = t.kind
    join ledger_account d on d.id = t.debit_account
    join ledger_account c on c.id = t.credit_account
    where ${placeOf('d')} !~ place.debit
      or ${placeOf('c')} !~ place.credit
      or (t.kind = 'deposit' and starts_with(d.code, 'house:bank:payout:'))`;
