import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { callOnce } from '../faults/call.ts';
import { greet } from '../faults/chat.ts';
import { Load } from '../faults/load.ts';
import { Desk } from '../support/desk.ts';
import { Dice } from '../support/dice.ts';
import { registerPlayer } from '../support/member.ts';
import { Counterparties } from '../support/counterparties.ts';
import { freePort } from '../support/free-port.ts';
import { startStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const CONFIG = fileURLToPath(new URL('../../../../deploy/nginx/krapao.conf', import.meta.url));
const WITHIN_MS = 30_000;

/**
 * Runs two servers behind nginx as configured in `deploy/`: a journey, the chat, a server stopped under load,
 * and the answers to players when no server is up. Needs an installed nginx.
 */
export async function run(): Promise<void> {
  const stack = await startStack({
    database: 'postgres',
    servers: 2,
    env: { TRUST_PROXY: '1', DRAIN_GRACE_MS: '500' },
  });
  const nginx = await startNginx(stack.servers.map(({ port }) => port));
  const failures: string[] = [];
  const check = (what: string, isSo: boolean): void => {
    process.stdout.write(`${isSo ? 'ok' : 'FAILED'}: ${what}\n`);
    if (!isSo) failures.push(what);
  };
  try {
    const counterparties = new Counterparties(stack.sandbox.url);
    const players = [
      await registerPlayer(nginx.url, counterparties, 1_000),
      await registerPlayer(nginx.url, counterparties, 1_000),
    ];
    check('registration, log-in, deposit and a game account', players.length === 2);
    check('health is not the public’s', (await fetch(`${nginx.url}/health/ready`)).status === 404);
    check(
      'a staff’s answer reaches a socket at each server',
      await bothHear(nginx.url, new Desk(stack.sandbox.url)),
    );

    const load = new Load({ players, urlOf: () => nginx.url, counterparties, dice: new Dice(1) });
    load.start();
    const seen = load.count();
    await until('some calls were answered', WITHIN_MS, async () => seen.countOf('200') > 10);
    const code = await stack.servers[1]?.stop();
    await stack.servers[1]?.start();
    const before = seen.countOf('200');
    await until('calls go on', WITHIN_MS, async () => seen.countOf('200') > before + 10);
    await load.stop();
    check(
      `a server was replaced under load: ${seen.toString()}`,
      code === 0 && seen.countOf('no answer') === 0,
    );
    for (const problem of seen.problems) check(problem, false);

    await Promise.all(stack.servers.map((server) => server.stop()));
    const away = await callOnce(`${nginx.url}/api/lookup/active`, { method: 'GET' });
    const isHonest = away?.status === 503 && away.body['message'] === 'SERVICE_UNAVAILABLE';
    check(
      'without a server, players are told so, and when to try again',
      isHonest && away.retryAfter === '2',
    );
  } finally {
    await nginx.stop();
    await stack.stop();
  }
  if (failures.length > 0) process.exitCode = 1;
}

/** Starts nginx with the committed configuration and this machine's addresses. */
async function startNginx(ports: readonly number[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-nginx-'));
  const port = await freePort();
  const [first, second] = ports;
  const server = (await readFile(CONFIG, 'utf8'))
    .replace('server-1:8080', `127.0.0.1:${first}`)
    .replace('server-2:8080', `127.0.0.1:${second}`)
    .replace('listen 8000;', `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const whole = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;
events {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, whole);
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', WITHIN_MS, () =>
    fetch(`${url}/health/live`).then(
      () => true,
      () => child.exitCode !== null,
    ),
  );
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns whether both servers receive chat messages. The balancer assigns sockets in turn, so each server
 * gets some of four.
 */
async function bothHear(url: string, desk: Desk): Promise<boolean> {
  const guestId = randomUUID();
  const received = new Set<number>();
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async (_, no) => {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      socket.on('messaging', () => received.add(no));
      await socket.timeout(WITHIN_MS).emitWithAck('join', `krapao-${guestId}`);
      return socket;
    }),
  );
  try {
    await greet(url, guestId);
    await until('the desk has it', WITHIN_MS, async () => (await desk.messages(guestId)).length > 0);
    await desk.answer(guestId, 'hello');
    await until('all hear it', WITHIN_MS, async () => received.size === sockets.length);
    return true;
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}
