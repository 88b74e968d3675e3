import { Outside } from '@krapao/e2e/support/outside';
import { startStack, type Stack } from '@krapao/e2e/support/stack';
import type { Context } from '../part.ts';
import { buildHello } from './hello-site.ts';

/** What the browser looks at: the app on its server, the sandbox, and the yardstick on a server like the app's. */
export interface System {
  stack: Stack;
  outside: Outside;
  /** Where the bare React page is served, by the same server with the same headers and compression. */
  helloUrl: string;
}

/** What of a part's {@link Context} it takes. */
export type SystemContext = Pick<Context, 'root' | 'outDir' | 'postgresUrl' | 'serverEnv'>;

/** Starts it for as long as `use` takes, on a database of its own. */
export async function withSystem<T>(
  { root, outDir, postgresUrl, serverEnv }: SystemContext,
  use: (system: System) => Promise<T>,
): Promise<T> {
  const helloDir = await buildHello(root, outDir);
  const stack = await startStack({
    database: 'postgres',
    postgresUrl,
    env: { SETTLE_EVERY_MS: '100', ...serverEnv },
  });
  try {
    const hello = await stack.addServer({ WEB_DIR: helloDir });
    return await use({ stack, outside: new Outside(stack.sandbox.url), helloUrl: hello.url });
  } finally {
    await stack.stop();
  }
}
