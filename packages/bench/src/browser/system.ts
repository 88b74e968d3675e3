import { Counterparties } from '@krapao/e2e/support/counterparties';
import { startStack, type Stack } from '@krapao/e2e/support/stack';
import type { Context } from '../part.ts';
import { buildHello } from './hello-site.ts';

/**
 * Programs that the browser visits: the app on its server, the sandbox, and the yardstick on a server like
 * the app's.
 */
export interface System {
  stack: Stack;
  counterparties: Counterparties;
  /** Address of the bare React page, on the same server with the same headers and compression. */
  helloUrl: string;
}

/** Part of a {@link Context} that the system needs. */
export type SystemContext = Pick<Context, 'root' | 'outDir' | 'postgresUrl' | 'serverEnv'>;

/** Runs the system on its own database for the duration of `use`. */
export async function withSystem<T>(
  { root, outDir, postgresUrl, serverEnv }: SystemContext,
  use: (system: System) => Promise<T>,
): Promise<T> {
  const helloDir = await buildHello(root, outDir);
  const stack = await startStack({
    database: 'postgres',
    postgresUrl,
    hasMovedClock: false,
    env: { RECONCILE_EVERY_MS: '100', ...serverEnv },
  });
  try {
    const hello = await stack.addServer({ WEB_DIR: helloDir });
    return await use({ stack, counterparties: new Counterparties(stack.sandbox.url), helloUrl: hello.url });
  } finally {
    await stack.stop();
  }
}
