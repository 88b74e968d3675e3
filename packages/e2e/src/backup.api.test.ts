import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ResponseBody } from '@krapao/contract/routes';
import { verifyDraw } from '@krapao/contract/verify-draw';
import { expect, it, onTestFinished } from 'vitest';
import { Api } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import { createDatabase } from './support/database.ts';
import { move, registerPlayer, walletAmount, wholeStatement } from './support/member.ts';
import { Outside } from './support/outside.ts';
import type { Environment } from './support/program.ts';
import { startStack } from './support/stack.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/backup.mjs', import.meta.url));
const TIMEOUT_MS = 180_000;

/** Runs one of the two commands. @returns what it printed */
async function command(args: readonly string[], env: Environment): Promise<string> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env } };
  return (await promisify(execFile)(process.execPath, [SCRIPT, ...args], options)).stdout.trim();
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type NextDraw = ResponseBody<'GET /api/spinwheel/setup'>['nextDraw'];

/** The player's next draw is not the one that the books were copied with, whose seed they may know; and it verifies. */
async function seedIsAnother(api: Api, copied: NextDraw): Promise<void> {
  const { nextDraw, userCoin } = await api.ok('GET /api/spinwheel/setup');
  expect(userCoin).toBe(1);
  expect(nextDraw?.nonce).toBe(copied?.nonce);
  expect(nextDraw?.seedHash).not.toBe(copied?.seedHash);
  expect(Date.parse(nextDraw?.seedsReplacedAt ?? '')).toBeGreaterThan(Date.now() - TIMEOUT_MS);
  const { draw } = await api.ok('POST /api/spinwheel/spin', { body: { clientSeed: 'a word' } });
  expect(await verifyDraw(draw, nextDraw?.seedHash)).toMatchObject({ isSeedKept: true, isSliceRight: true });
}

it(
  'a copy made under load restores to books that are right, and to members who can log in',
  { timeout: TIMEOUT_MS },
  async () => {
    const stack = await startStack({ database: 'postgres' });
    onTestFinished(() => stack.stop());
    const outside = new Outside(stack.sandbox.url);
    const player = await registerPlayer(stack.url, outside, 500);
    const copied = new AbortController();
    const load = (async () => {
      let moves = 0;
      for (; !copied.signal.aborted; moves += 1) await move(player, moves % 2 === 0 ? 'in' : 'out', 5);
      return moves;
    })();
    const { nextDraw } = await player.api.ok('GET /api/spinwheel/setup');
    const folder = await temporaryFolder();
    const copy = await command(['--to', folder], stack.env);
    copied.abort();
    expect(await load).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual([path.basename(copy)]);
    expect((await stat(copy)).mode & 0o077).toBe(0);

    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const env = { ...stack.env, DATABASE_URL: database.url };
    expect(await command(['restore', '--from', copy], env)).toContain('restored');
    await expect(command(['restore', '--from', copy], env)).rejects.toThrow('this database is not empty');
    expect(await runAudit(env, '--ledger')).toMatchObject({ exitCode: 0 });

    const restored = await stack.addServer({ DATABASE_URL: database.url });
    const { username, password } = player;
    const { token } = await new Api(restored.url).ok('POST /api/login', { body: { username, password } });
    const rows = await wholeStatement(new Api(restored.url, token));
    expect(rows.length).toBeGreaterThan(0);
    await seedIsAnother(new Api(restored.url, token), nextDraw);
    await restored.stop();
  },
);

it(
  'a data folder is copied while no server uses it, and serves elsewhere',
  { timeout: TIMEOUT_MS },
  async () => {
    const stack = await startStack();
    onTestFinished(() => stack.stop());
    const outside = new Outside(stack.sandbox.url);
    const player = await registerPlayer(stack.url, outside, 500);
    const folder = await temporaryFolder();
    await expect(command(['--to', folder], stack.env)).rejects.toThrow('is in use by process');
    const { nextDraw } = await player.api.ok('GET /api/spinwheel/setup');
    await stack.server.stop();
    const copy = await command(['--to', folder], stack.env);

    const elsewhere = path.join(folder, 'data');
    const env = { ...stack.env, DATA_DIR: elsewhere };
    await command(['restore', '--from', copy], env);
    await stack.server.start({ DATA_DIR: elsewhere });
    expect(await walletAmount(player.api)).toBe(500);
    await seedIsAnother(player.api, nextDraw);
  },
);
