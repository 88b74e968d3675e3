import { startSandbox } from '@krapao/sandbox/app';
import { createLogger } from '@krapao/server/kernel/logger';
import { readSettings } from '@krapao/server/kernel/settings';
import { startServer } from '@krapao/server/start-server';
import { query } from '../postgres/databases.ts';
import { freePort } from '@krapao/e2e/support/free-port';
import { SECRET_KEY } from '../programs/stack.ts';
import { lookOnce } from './console-look.ts';
import type { ConsoleCall } from './console-calls.ts';
import { QueryCounter, type SentQuery } from './query-counter.ts';

const SECRET = 'a secret of the bench';

/** A statement of a call, with its plan as PostgreSQL writes it. */
export interface StatementPlan {
  text: string;
  plan: readonly string[];
}

/** Returns the statements of each call with their plans, from a server in this process. */
export async function readPlans(
  databaseUrl: string,
  calls: readonly ConsoleCall[],
): Promise<Record<string, StatementPlan[]>> {
  const sandbox = await startSandbox({ secret: SECRET });
  const port = await freePort();
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    CONSOLE_PORT: String(port),
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: SECRET,
    SECRET_KEY,
    WEB_DIR: '/nowhere',
    AUDIT_HOUR: 'off',
    LIMITS: 'wide',
    RECONCILE_EVERY_MS: '600000',
    TURNOVER_EVERY_MS: '600000',
    PAYOUT_DELAY_HOURS: '720',
  });
  const server = await startServer(settings, createLogger('silent')).catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const counter = new QueryCounter();
  try {
    const plans: Record<string, StatementPlan[]> = {};
    for (const call of calls) {
      const ids = await lookOnce(`http://127.0.0.1:${port}`, call);
      const sent = ids.flatMap((id) => counter.of(id)).filter(({ text }) => isOwn(text));
      plans[call.name] = await Promise.all(sent.map((one) => planOf(databaseUrl, one)));
    }
    return plans;
  } finally {
    await server.stop();
    counter.stop();
    await sandbox.stop();
  }
}

/** The session's look-up is the same for all calls. */
const isOwn = (text: string): boolean => /^\s*(select|with)/i.test(text) && !text.includes('staff_session');

async function planOf(databaseUrl: string, { text, values }: SentQuery): Promise<StatementPlan> {
  const rows = await query<{ 'QUERY PLAN': string }>(
    databaseUrl,
    `explain (analyze, buffers) ${text}`,
    values,
  );
  return { text, plan: rows.map((row) => row['QUERY PLAN']) };
}
