import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '../part.ts';
import { freePort, Program } from './program.ts';

export interface StackOptions {
  /** Undefined: PGlite in the stack's folder. */
  databaseUrl: string | undefined;
  servers?: number;
  env?: Readonly<Record<string, string>>;
  /** A CPU profile of each server is left in the output folder. */
  profile?: boolean;
  /** A program that is loaded into each server before it. */
  preload?: string;
  /** Its data folder, kept; a fresh one that goes with the stack when left out. */
  dataDir?: string;
}

/** Built servers and the sandbox they speak to, with the settings of production. */
export interface Stack {
  servers: readonly Program[];
  stop(): Promise<void>;
}

/**
 * Settings of the measured servers on top of their defaults. The limits are on and as wide as the sandbox has them
 * by default. Payouts wait for a day: a hold is measured, and not the bank's answer to it.
 */
const SETTINGS = {
  HOST: '127.0.0.1',
  LIMITS: 'wide',
  AUDIT_HOUR: 'off',
  PAYOUT_DELAY_HOURS: '720',
  // The worker asks after a hold when its request can no longer be at it; that would be in the midst of a measure.
  OUTSIDE_TIMEOUT_MS: '600000',
} as const;

/** What {@link SETTINGS} means for a reader of the figures. */
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
    // A profile names functions by their files.
    script: `packages/server/${options.profile ? 'dist' : 'bundle'}/main.js`,
    port,
    readyPath: '/health/ready',
    logFile: path.join(options.folder, `server-${options.index}.log`),
    env: { ...options.env, PORT: String(port) },
    nodeArgs: [
      // As `npm run serve` has it.
      '--max-semi-space-size=64',
      ...(options.profile ? ['--cpu-prof', `--cpu-prof-dir=${context.outDir}`] : []),
      ...(options.preload ? ['--import', options.preload] : []),
    ],
  });
}
