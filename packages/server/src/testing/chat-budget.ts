import { sql } from 'kysely';
import type { TestServer } from './test-server.ts';

/** More than any chat budget. */
const PLENTY = 2 ** 40;

/** Uses up a chat budget or, with 0, restores it. @param key see `modules/chat/budget.ts` */
export async function spendAll({ database }: TestServer, key: string, spent = PLENTY): Promise<void> {
  await sql`
    insert into chat_budget (hour, key, spent) values (date_trunc('hour', now()), ${key}, ${spent})
      on conflict (hour, key) do update set spent = excluded.spent`.execute(database.queries);
}
