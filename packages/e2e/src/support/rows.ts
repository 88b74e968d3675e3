import type { Database } from './database.ts';

const NAME = /^[a-z_]+$/;

/** A row without the times of its last checks. */
const ROW = `(to_jsonb(t) - array['poll_at', 'look_at', 'last_seen_at'])::text`;

/**
 * Returns all rows of a member, as one text a table: an equal text means that nothing of theirs has changed.
 * @param username the member's phone
 */
export async function rowsOf(database: Database, username: string): Promise<Record<string, string>> {
  const [member] = await database.query('select id, wallet_account from member where username = $1', [
    username,
  ]);
  const tables = await database.query(
    `select table_name as name, column_name as owner from information_schema.columns
     where table_schema = 'public' and column_name in ('member_id', 'conversation_id') order by 1, 2`,
  );
  const rows: Record<string, string> = {};
  const put = async (table: string, condition: string, value: unknown) => {
    const text = `select coalesce(string_agg(${ROW}, ' | ' order by ${ROW}), '') as all from ${table} t where ${condition}`;
    const [found] = await database.query(text, [value]);
    rows[`${table} ${condition}`] = String(found?.['all']);
  };
  for (const { name, owner } of tables) {
    const [table, column] = [String(name), String(owner)];
    if (NAME.test(table) && NAME.test(column)) await put(table, `${column} = $1`, member?.['id']);
  }
  await put('member', 'id = $1', member?.['id']);
  await put('ledger_account', 'id = $1', member?.['wallet_account']);
  await put('ledger_transfer', '$1 in (debit_account, credit_account)', member?.['wallet_account']);
  return rows;
}
