import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { verifyDraw } from '@krapao/contract/verify-draw';
import { expect, it, onTestFinished } from 'vitest';
import { Api } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import { makeCopy, restoreCopy } from './support/backup.ts';
import { createDatabase } from './support/database.ts';
import { move, registerPlayer, walletAmount, wholeStatement } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { runCommand } from './support/operator.ts';
import { freePort } from './support/free-port.ts';
import { startStack } from './support/stack.ts';

const TIMEOUT_MS = 180_000;
/** First bytes of a video. */
const FILM_START = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');

/** The figures are refreshed within this time. */
const FRESH_MS = 20_000;

/** Returns the value of a metric of a server; of several with labels, the first. */
async function figure(metricsUrl: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(metricsUrl)).text();
  const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text);
  return found ? Number(found[1]) : undefined;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type NextDraw = ResponseBody<'GET /api/spinwheel/setup'>['nextDraw'];

/**
 * Expects a new seed for the player's next draw, because its owner may know the copied one; and expects it to
 * verify.
 */
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
  { ...inWhole, timeout: TIMEOUT_MS },
  async () => {
    const metricsPort = String(await freePort());
    const stack = await startStack({ database: 'postgres', env: { METRICS_PORT: metricsPort } });
    onTestFinished(() => stack.stop());
    const counterparties = new Counterparties(stack.sandbox.url);
    const player = await registerPlayer(stack.url, counterparties, 500);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    expect(await figure(metricsUrl, 'krapao_backup_seconds_ago')).toBeUndefined();
    const copied = new AbortController();
    const load = (async () => {
      let moves = 0;
      for (; !copied.signal.aborted; moves += 1) await move(player, moves % 2 === 0 ? 'in' : 'out', 5);
      return moves;
    })();
    const { nextDraw } = await player.api.ok('GET /api/spinwheel/setup');
    const folder = await temporaryFolder();
    const copy = await makeCopy(folder, stack.env);
    copied.abort();
    expect(await load).toBeGreaterThan(0);
    expect(await readdir(folder)).toEqual([path.basename(copy)]);
    expect((await stat(copy)).mode & 0o077).toBe(0);
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
    await expect
      .poll(() => figure(metricsUrl, 'krapao_backup_seconds_ago'), { timeout: FRESH_MS })
      .toBeLessThan(TIMEOUT_MS / 1_000);
    expect(await figure(metricsUrl, 'krapao_audit_finished_seconds_ago')).toBeLessThan(60);
    expect(await figure(metricsUrl, 'krapao_audit_findings')).toBe(0);

    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const env = { ...stack.env, DATABASE_URL: database.url };
    expect(await restoreCopy(copy, env)).toContain('restored');
    await expect(restoreCopy(copy, env)).rejects.toThrow('this database is not empty');
    expect(await runAudit(env, '--ledger')).toMatchObject({ exitCode: 0 });

    const restored = await stack.addServer({ DATABASE_URL: database.url, METRICS_PORT: '' });
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
    const counterparties = new Counterparties(stack.sandbox.url);
    const player = await registerPlayer(stack.url, counterparties, 500);
    const folder = await temporaryFolder();
    await expect(makeCopy(folder, stack.env)).rejects.toThrow('is in use by process');
    const { nextDraw } = await player.api.ok('GET /api/spinwheel/setup');
    await stack.server.stop();
    const copy = await makeCopy(folder, stack.env);

    expect((await runCommand('backups', [], stack.env)).output).toMatch(
      /^\S+Z  npm run tool -- backup  .+\.pglite$/m,
    );

    const elsewhere = path.join(folder, 'data');
    const env = { ...stack.env, DATA_DIR: elsewhere };
    await restoreCopy(copy, env);
    await stack.server.start({ DATA_DIR: elsewhere });
    expect(await walletAmount(player.api)).toBe(500);
    await seedIsAnother(player.api, nextDraw);
  },
);

it(
  'files in a folder belong to the copy, and are there again where it is restored',
  { ...inWhole, timeout: TIMEOUT_MS },
  async () => {
    const folder = await temporaryFolder();
    const filesOf = (name: string) => ({ FILE_STORE: 'folder', FILES_DIR: path.join(folder, name) });
    const stack = await startStack({ database: 'postgres', env: filesOf('files') });
    onTestFinished(() => stack.stop());
    const player = await registerPlayer(stack.url, new Counterparties(stack.sandbox.url), 500);
    const film = Buffer.concat([FILM_START, randomBytes(500_000)]);
    const { url } = await sendVideo(stack.url, player.api.token, film);
    const copy = await makeCopy(folder, { ...stack.env, ...filesOf('files') });

    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const env = { ...stack.env, ...filesOf('restored'), DATABASE_URL: database.url };
    // Without a place for the files, nothing is restored.
    await expect(restoreCopy(copy, { ...env, FILE_STORE: 'database' })).rejects.toThrow(
      'FILE_STORE: must be folder',
    );
    expect(await restoreCopy(copy, env)).toContain('restored');
    const restored = await stack.addServer({ DATABASE_URL: database.url, ...filesOf('restored') });
    const read = await fetch(restored.url + url);
    expect(Buffer.from(await read.arrayBuffer()).equals(film)).toBe(true);
    await restored.stop();
  },
);

/** Sends a video into the member's conversation. */
async function sendVideo(url: string, token: string | undefined, film: Buffer): Promise<{ url: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(film)], { type: 'video/mp4' }), 'film.mp4');
  const response = await fetch(`${url}/api/chat/upload-video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE },
    body: form,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { url: string };
}
