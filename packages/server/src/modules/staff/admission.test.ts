import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queries, Tx } from '../../database/open.ts';
import { StaffBrowser, staffOf, type StaffReply } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { isOverBefore } from '../../testing/lock-waits.ts';

let server: TestServer;
const EMAIL = 'finance0@staff.example';

beforeAll(async () => {
  server = await startTestServer({ settings: { consolePort: 0 } });
  await staffOf(server, 'finance');
});
afterAll(() => server.stop());

/** Signs in while a change of the account is under way, which ends once the sign-in waits for it or is over. */
async function signInDuring(change: (tx: Tx) => Promise<unknown>): Promise<StaffReply> {
  const changed = gate();
  const mayEnd = gate();
  const changing = server.database.transaction(async (tx) => {
    await change(tx);
    changed.open();
    await mayEnd.opened;
  });
  await changed.opened;
  const signedIn = new StaffBrowser(server.staff?.url ?? '').signIn(EMAIL);
  await isOverBefore(server.database.queries, signedIn).finally(mayEnd.open);
  await changing;
  return signedIn;
}

/** A promise that is fulfilled by hand. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

const sessions = async (): Promise<number> => {
  const rows = await server.database.queries.selectFrom('staff_session').select('id').execute();
  return rows.length;
};

describe('a sign-in whose account changes between the check and the session', () => {
  const endSessions = (queries: Queries | Tx) => queries.deleteFrom('staff_session').execute();

  beforeEach(() => endSessions(server.database.queries));

  it.each([
    ['its password was set by a link', sql`update staff set password_hash = 'another'`],
    ['its authenticator app was exchanged', sql`update staff set sealed_totp = 'new'::bytea`],
    ['it was disabled', sql`update staff set disabled_at = now()`],
  ])('opens no session: %s', async (_name, change) => {
    const { queries } = server.database;
    const before = await queries.selectFrom('staff').selectAll().executeTakeFirstOrThrow();
    const reply = await signInDuring(async (tx) => {
      await change.execute(tx);
      await endSessions(tx);
    });
    expect(reply.code).toBe('WRONG_CREDENTIAL');
    expect(await sessions()).toBe(0);
    const last = await queries
      .selectFrom('staff_audit')
      .select(['action', 'outcome', 'reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(last).toEqual({ action: 'staff.signIn', outcome: 'refused', reason: 'WRONG_CREDENTIAL' });
    const { password_hash, sealed_totp, disabled_at } = before;
    await queries.updateTable('staff').set({ password_hash, sealed_totp, disabled_at }).execute();
  });

  it('opens one when the change was undone', async () => {
    const reply = await signInDuring((tx) => sql`update staff set name = 'Another name'`.execute(tx));
    expect(reply.status).toBe(200);
    expect(await sessions()).toBe(1);
  });
});
