import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { startPostgres } from './postgres.mjs';
import { freePort } from './ports.mjs';
import { root, UserError } from './process.mjs';
import { operatorTools } from './tools.mjs';

/** User id of the image's user, `node`. */
const USER = 1000;
const PATIENCE_MS = 120_000;

/**
 * @typedef {object} Image
 * @property {string} folder
 * @property {Record<string, string>} env of its ENV lines
 * @property {string[]} command of its CMD line
 */

/**
 * Runs an image's file system as an unprivileged user who can write nowhere in it, with the settings of the
 * compose file, two server processes, and a sandbox in place of the real counterparties. Prints a line for
 * each step.
 * @param {Image} image
 */
export async function tryImage(image) {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-image-'));
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ own: true });
  /** @type {import('node:child_process').ChildProcess[]} */
  const programs = [];
  try {
    await tryOn(image, { folder, databaseUrl: postgres.url, programs });
  } finally {
    for (const program of programs) program.kill('SIGTERM');
    await Promise.all(
      programs.map(
        (program) => new Promise((end) => (program.exitCode === null ? program.once('exit', end) : end(0))),
      ),
    );
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ folder: string, databaseUrl: string, programs: import('node:child_process').ChildProcess[] }} Ground */

async function tryOn(/** @type {Image} */ image, /** @type {Ground} */ { folder, databaseUrl, programs }) {
  const secret = randomBytes(16).toString('hex');
  const sandboxUrl = `http://127.0.0.1:${await freePort()}`;
  const sandbox = {
    SANDBOX_PORT: new URL(sandboxUrl).port,
    SANDBOX_SECRET: secret,
    DATA_DIR: join(folder, 'sandbox'),
  };
  programs.push(
    spawn(process.execPath, ['packages/sandbox/dist/main.js'], {
      cwd: root,
      env: { ...process.env, ...sandbox },
    }),
  );
  await until('the sandbox', async () => (await fetch(sandboxUrl)).ok);

  const content = realContent(folder);
  const ports = [await freePort(), await freePort()];
  const compose = parse(readFileSync(join(root, 'deploy/compose.yml'), 'utf8'), { merge: true });
  const env = {
    PATH: process.env.PATH,
    ...image.env,
    ...compose.services['server-1'].environment,
    ...(await counterparties(sandboxUrl, secret)),
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    CONTENT_DIR: content,
    METRICS_PORT: '',
    CONSOLE_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  /** @param {string[]} words */
  const asUser = (words) => [
    `--reuid=${USER}`,
    `--regid=${USER}`,
    '--clear-groups',
    '--no-new-privs',
    ...words,
  ];
  const inside = (/** @type {string[]} */ words, more = {}) => {
    const began = performance.now();
    const options = { cwd: image.folder, env: { ...env, ...more }, encoding: /** @type {const} */ ('utf8') };
    const { status, stdout, stderr } = spawnSync('setpriv', asUser(words), options);
    if (status !== 0) throw new UserError(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    say(words.join(' '), began, stdout.trim().split('\n').at(-1) ?? '');
    return stdout;
  };

  inside([
    'sh',
    '-c',
    '! touch written 2>/dev/null && ! touch packages/server/written 2>/dev/null && echo read-only',
  ]);
  inside(['npm', 'run', '--silent', 'migrate']);
  const began = performance.now();
  for (const port of ports) {
    const options = {
      cwd: image.folder,
      env: { ...env, PORT: String(port) },
      stdio: /** @type {const} */ ('inherit'),
    };
    programs.push(spawn('setpriv', asUser(image.command), options));
  }
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const url of urls) await until(url, async () => (await fetch(`${url}/health/ready`)).ok);
  say('two servers ready', began, '');

  const job = performance.now();
  say('main job', job, await mainJob(urls, sandboxUrl));
  runTools(inside, { folder, databaseUrl });
  await stopAll(programs.slice(1));
}

/** Runs the operator's tools: all of them with `--help`, and the harmless ones for real. */
function runTools(
  /** @type {(words: string[], more?: Record<string, string>) => string} */ inside,
  /** @type {{ folder: string, databaseUrl: string }} */ { folder, databaseUrl },
) {
  const tool = ['npm', 'run', '--silent', 'tool', '--'];
  inside([...tool, '--help']);
  for (const { name } of operatorTools) inside([...tool, name, '--help']);
  inside([...tool, 'content']);
  const copy = join(folder, 'copies');
  spawnSync('install', ['-d', '-o', String(USER), copy]);
  const file = inside([...tool, 'backup', '--to', copy]).trim();
  const other = new URL(databaseUrl);
  other.pathname = '/restored';
  inside(['psql', databaseUrl, '-qc', 'create database restored']);
  inside([...tool, 'restore', '--from', file], { DATABASE_URL: other.href });
  inside([...tool, 'audit', '--grace-minutes', '0']);
  inside([...tool, 'audit', '--ledger'], { DATABASE_URL: other.href });
  for (const name of ['backups', 'control', 'gifts', 'names', 'rejected', 'review', 'suspense']) {
    inside([...tool, name]);
  }
}

async function stopAll(/** @type {import('node:child_process').ChildProcess[]} */ servers) {
  const stopping = performance.now();
  for (const server of servers) server.kill('SIGTERM');
  const codes = await Promise.all(servers.map((server) => new Promise((end) => server.once('exit', end))));
  say('stopped', stopping, `exit codes ${codes.join(', ')}`);
}

/** Copies the demonstration's content as an operator would have it: real links and no demo members. */
function realContent(/** @type {string} */ folder) {
  const to = join(folder, 'content');
  cpSync(join(root, 'content/demo'), to, { recursive: true });
  rmSync(join(to, 'demo-members.yaml'));
  const file = join(to, 'providers.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('{sandbox}', 'https://games.example'));
  return to;
}

/** @returns {Promise<Record<string, string>>} the settings of each counterparty that the content uses */
async function counterparties(/** @type {string} */ url, /** @type {string} */ secret) {
  const built = new URL('packages/server/dist/kernel/sandbox-services.js', pathToFileURL(`${root}/`));
  const { playedGameService } = await import(built.href);
  const text = readFileSync(join(root, 'content/demo/providers.yaml'), 'utf8');
  const providers = parse(text).map((/** @type {{ code: string }} */ { code }) => [
    `PROVIDER_${code}`,
    `provider/${code}`,
  ]);
  const gateways = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'].map((code) => [
    `GATEWAY_${code}`,
    `gateway/${code}`,
  ]);
  const ofGames = parse(text).flatMap((/** @type {{ code: string, adapter: string }} */ { code, adapter }) =>
    Object.entries(playedGameService(adapter, code, url)).map(([name, value]) => [
      `PROVIDER_${code}_${name}`,
      value,
    ]),
  );
  const others = ['SMS', 'BANK', 'EWALLET', 'GIFT', 'SLIP', 'DESK'].map((name) => [name, name.toLowerCase()]);
  const ofAll = [...providers, ...gateways, ...others].flatMap(([name, path]) => [
    [`${name}_URL`, `${url}/${path}`],
    [`${name}_SECRET`, secret],
  ]);
  return Object.fromEntries([...ofAll, ...ofGames]);
}

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Call returns the parsed JSON */

/** Registers, deposits, transfers, plays, transfers back and withdraws; alternates between the servers. */
async function mainJob(/** @type {string[]} */ urls, /** @type {string} */ sandboxUrl) {
  let token = '';
  let turn = 0;
  /** @type {Call} */
  const call = async (method, path, body) => {
    turn += 1;
    const response = await fetch(urls[turn % urls.length] + path, {
      method,
      headers: {
        'x-requested-with': 'wallet-user',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new UserError(`${method} ${path}: ${response.status} ${answer}`);
    return JSON.parse(answer || '{}');
  };
  /** @type {Call} */
  const control = async (method, path, body) => {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return JSON.parse(await response.text());
  };
  const wallet = async () => (await call('GET', '/api/wallet')).wallet;
  const phone = '0891234567';
  const { otpToken } = await call('POST', '/api/otp/send', { phoneNumber: phone });
  const [{ otpCode }] = await control('GET', `/sms?to=${phone}`);
  await call('POST', '/api/otp/verify', { otpToken, otpCode });
  await call('POST', '/api/account', {
    name: 'สมหญิง ใจดี',
    username: phone,
    password: 'secret-1234',
    sourceCode: 'FRIEND',
    inviteCode: '',
    bankCode: 'KBANK',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: '1891234567',
    currency: 'BAHT',
  });
  ({ token } = await call('POST', '/api/login', { username: phone, password: 'secret-1234' }));
  await call('GET', '/api/wallet/activate/PG');
  const { username } = await call('GET', '/api/wallet/account/PG');
  const { qrcodeId } = await call('POST', '/api/qrcode/KBANK', { amount: 1_000 });
  await control('POST', `/qr/${qrcodeId}/pay`);
  await until('the deposit', async () => (await wallet()).amount === 1_000);
  await call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 400 });
  await control('POST', '/play', { provider: 'PG', username, bet: 100, win: 50, rounds: 1 });
  await call('POST', '/api/wallet/transfer', { from: 'PG', to: 'WALLET', amount: 350 });
  await call('POST', '/api/wallet/withdraw', { amount: 500 });
  const payout = await until('the payout', async () => (await control('GET', '/payouts'))[0]);
  await control('POST', `/payouts/${payout.id}`, { result: 'done' });
  await until('the end of it', async () => (await wallet()).transit === 0);
  const end = await wallet();
  if (end.amount !== 450) throw new UserError(`the wallet holds ${end.amount} and not 450`);
  return 'register, deposit 1,000, play 400 → 350, withdraw 500: the wallet holds 450';
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} look
 * @returns {Promise<NonNullable<T>>}
 */
async function until(what, look) {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found) return found;
    if (performance.now() > deadline)
      throw new UserError(`${what}: not there after ${PATIENCE_MS / 1_000} s`);
    await delay(200);
  }
}

function say(/** @type {string} */ step, /** @type {number} */ began, /** @type {string} */ end) {
  process.stdout.write(
    `${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${step}${end && `: ${end}`}\n`,
  );
}
