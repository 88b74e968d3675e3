import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import { createSecrets } from '../../kernel/secrets.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/test-server.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { FileLinks } from '../chat/file-links.ts';
import { CHAT_FILE } from '../chat/files.ts';

/** More readers than a process has connections. */
const READERS = 30;

describe('files of the chat, kept in the database', () => {
  let server: TestServer;
  let other: pg.Client;

  beforeAll(async () => {
    const { databaseUrl, open } = await sharedPostgres();
    server = await startTestServer({ open });
    other = new pg.Client(databaseUrl);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await server.stop();
  });

  it('leave connections to everybody else, however many read them at once', async () => {
    const member = await server.members.join();
    const name = `${randomUUID()}.mp4`;
    await server.database.queries
      .insertInto('chat_file')
      .values({
        name,
        conversation_id: 'somebody',
        mime: 'video/mp4',
        store: 'database',
        size: 4n,
        is_whole: true,
      })
      .execute();
    await server.database.queries
      .insertInto('file_part')
      .values({ key: `chat/${name}`, no: 0, bytes: Buffer.from('film') })
      .execute();
    const links = new FileLinks({ secrets: createSecrets(TEST_SECRET_KEY), clock: systemClock });
    const link = links.sign(CHAT_FILE + name);
    await other.query('begin');
    await other.query('lock table file_part in access exclusive mode');
    let bodies: Promise<string>[] = [];
    try {
      bodies = Array.from({ length: READERS }, () => bodyOf(server.url + link));
      await untilLockWaits(server.database.queries);
      const wallet = await fetch(`${server.url}/api/wallet`, {
        headers: { authorization: `Bearer ${member.token}` },
      });
      expect(wallet.status).toBe(200);
    } finally {
      await other.query('rollback');
    }
    expect(new Set(await Promise.all(bodies))).toEqual(new Set(['film']));
  });
});

async function bodyOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}
