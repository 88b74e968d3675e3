import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberQuery } from '../../http/authenticate.ts';
import { hashToken } from '../../kernel/secrets.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findSessions } from './find-sessions.ts';

describe('a query together with the sessions', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const find = <D extends object>(tokens: readonly string[], query: MemberQuery<D>) =>
    findSessions(server.database, tokens.map(hashToken), query);

  it('gives each session the row of its own member, and an unknown token nothing', async () => {
    const members = [await server.members.join(), await server.members.join()];
    const [first = '', second = ''] = members.map(({ token }) => token);
    const found = await find(
      [second, 'A'.repeat(43), first],
      async ({ id }) => sql<{ phone: string }>`select o.username as phone from member o where o.id = ${id}`,
    );
    const [one, other] = members.map(({ registration }) => registration.username);
    expect(found.map((row) => row && [row.username, row.phone])).toEqual([
      [other, other],
      undefined,
      [one, one],
    ]);
  });

  it('keeps a session for which the query has no row', async () => {
    const { token, registration } = await server.members.join();
    const [found] = await find([token], async () => sql<{ extra: string }>`select 'x' as extra where false`);
    expect(found).toMatchObject({ username: registration.username, extra: null });
  });

  it('does not let the query’s columns replace the session’s', async () => {
    const { token, registration } = await server.members.join();
    await server.database.queries
      .updateTable('member')
      .set({ disabled_at: new Date() })
      .where('username', '=', registration.username)
      .execute();
    const [found] = await find(
      [token],
      async () =>
        sql<object>`select 'another' as id, 1e15 as expires_at, false as is_stale, false as is_disabled`,
    );
    expect(found).toMatchObject({ username: registration.username, is_disabled: true });
    expect(found?.id).not.toBe('another');
    expect(found?.expires_at).toBeLessThan(1e15);
  });
});
