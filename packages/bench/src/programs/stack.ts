import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '../part.ts';
import { freePort } from '@krapao/e2e/support/free-port';
import { Program } from './program.ts';

export interface StackOptions {
  /** Undefined: PGlite in the stack's folder. */
  databaseUrl: string | undefined;
  servers?: number;
  env?: Readonly<Record<string, string>>;
  /** Writes a CPU profile of each server to the output folder. */
  profile?: boolean;
  /** Program loaded into each server before it. */
  preload?: string;
  /** Data folder to keep; left out, a new one that is removed with the stack. */
  dataDir?: string;
}

/** Built servers and their sandbox, with production settings. */
export interface Stack {
  servers: readonly Program[];
  stop(): Promise<void>;
}

/** Key of the measured servers: a kept database is opened by all of them. */
export const SECRET_KEY = 'thirty-two characters of a secret key';

/**
 * Settings of the measured servers on top of their defaults. The limits are on and as wide as the sandbox's
 * default. Payouts wait for a day: the hold is measured, not the bank's answer to it.
 */
const SETTINGS = {
  HOST: '127.0.0.1',
  LIMITS: 'wide',
  SECRET_KEY,
  AUDIT_HOUR: 'off',
  CONSOLE_PORT: 'off',
  PAYOUT_DELAY_HOURS: '720',
  // The reconciler checks a hold once its request can no longer be running; that must not happen during a
  // measure.
  COUNTERPARTY_TIMEOUT_MS: '600000',
} as const;

/** Meaning of {@link SETTINGS} for a reader of the figures. */
export const STACK_NOTE =
  'built server, production settings, log at info into a file, auth, validation and limits on (wide); payouts wait ' +
  '(PAYOUT_DELAY_HOURS), so that holding is measured and not the bank';

export async function startStack(context: Context, options: StackOptions): Promise<Stack> {
  const folder = mkdtempSync(path.join(tmpdir(), 'krapao-bench-'));
  const sandboxPort = await freePort();
  const programs: Program[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const env = {
    ...SETTINGS,
    DATA_DIR: options.dataDir ?? folder,
    SANDBOX_PORT: String(sandboxPort),
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    ...context.serverEnv,
    ...options.env,
  };
  try {
    programs.push(
      await Program.start({
        name: 'sandbox',
        root: context.root,
        script: 'packages/sandbox/dist/main.js',
        port: sandboxPort,
        readyPath: '/',
        logFile: path.join(folder, 'sandbox.log'),
        env,
      }),
    );
    const servers: Program[] = [];
    for (let index = 0; index < (options.servers ?? 1); index += 1) {
      const server = await startServer(context, { ...options, env, folder, index });
      servers.push(server);
      programs.push(server);
    }
    return { servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(
  context: Context,
  options: Pick<StackOptions, 'profile' | 'preload'> & {
    env: Readonly<Record<string, string>>;
    folder: string;
    index: number;
  },
): Promise<Program> {
  const port = await freePort();
  return Program.start({
    name: 'server',
    root: context.root,
    // A profile needs unbundled files, because it names functions by their files.
    script: `packages/server/${options.profile ? 'dist' : 'bundle'}/main.js`,
    port,
    readyPath: '/health/ready',
    logFile: path.join(options.folder, `server-${options.index}.log`),
    env: { ...options.env, PORT: String(port) },
    nodeArgs: [
      // Same value as in `npm run serve`.
      '--max-semi-space-size=64',
      ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${context.outDir}`] : []),
      ...(options.preload ? ['--import', options.preload] : []),
    ],
  });
}
