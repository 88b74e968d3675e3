import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from './support/database.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Vite, the compiler, a server and a sandbox start at the same time, on a shared machine. */
const START_MS = 180_000;

const changes = async () =>
  (await promisify(execFile)('git', ['status', '--porcelain'], { cwd: ROOT })).stdout;

/** Returns whether any process of a group is left. */
function isAnyLeft(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

it(
  'npm run dev serves app and API at one address, stops as a whole, and changes no file of the tree',
  { timeout: 2 * START_MS },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'krapao-dev-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const before = await changes();

    const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: ROOT,
      // A separate process group, as in a terminal: Ctrl-C reaches all of it.
      detached: true,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: '0',
        SANDBOX_PORT: '0',
      },
    });
    const group = dev.pid ?? 0;
    onTestFinished(() => {
      if (isAnyLeft(group)) process.kill(-group, 'SIGKILL');
    });
    let output = '';
    for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = new Promise<number | null>((resolve) => dev.once('exit', resolve));
    const open = await expect
      .poll(() => /Open +(http:\S+)/.exec(output)?.[1], { timeout: START_MS, interval: 200 })
      .toBeDefined()
      .then(() => /Open +(http:\S+)/.exec(output)?.[1] ?? '');

    const page = await (await fetch(`${open}/login`, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('/@vite/client');
    expect(page).toContain('/src/app/main.tsx');
    const source = await fetch(`${open}/src/app/main.tsx`);
    expect([source.status, source.headers.get('content-type')]).toEqual([200, 'text/javascript']);
    const active = await fetch(`${open}/api/lookup/active`);
    expect([active.status, active.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);

    process.kill(-group, 'SIGINT');
    expect(await ended).toBe(0);
    await expect.poll(() => isAnyLeft(group), { timeout: 10_000 }).toBe(false);
    expect(await changes()).toBe(before);
  },
);
