import { randomUUID } from 'node:crypto';
import { WALLET_CHANGED, WALLET_SOCKET } from '@krapao/contract/limits';
import { io, type Socket } from 'socket.io-client';
import { expect, it, onTestFinished } from 'vitest';
import { greet } from './faults/chat.ts';
import { runAudit } from './support/audit.ts';
import { move, registerPlayer, wholeStatement, type Player } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import type { Program } from './support/program.ts';
import { startStack } from './support/stack.ts';
import { until } from './support/until.ts';

const PLAYERS = 4;
const CHATTING = 8;
const STOPS = 2;
/** Limits of the load, so that a failing test ends. */
const MOST_CALLS = 500;
const CALL_MS = 10_000;
/** A call to a counterparty takes 8 seconds at most, and nothing waits for more than one of them. */
const STOPPED_WITHIN_MS = 10_000;
const WITHIN_MS = 60_000;

/** Successful money calls, by player. */
type Accepted = Map<Player, { id: string; status: string }[]>;

/** Calls a server repeatedly until it is stopped and accepts no more. */
async function keepCalling(isStopping: () => boolean, call: (signal: AbortSignal) => Promise<void>) {
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    try {
      await call(AbortSignal.timeout(CALL_MS));
    } catch {
      // Refused for lack of money, or cut off.
      if (isStopping()) return;
    }
  }
}

/** Sends a guest's message to the staff. @throws Error when the server does not accept it */
async function writeLine(url: string): Promise<void> {
  const answer = await greet(url, randomUUID());
  if (answer?.status !== 200) throw new Error(`a line was answered with ${answer?.status ?? 'nothing'}`);
}

/** Opens a wallet socket for each player. @returns functions that count the events and close the sockets */
async function listen(server: Program, players: readonly Player[]) {
  let received = 0;
  const sockets = players.map(({ api }): Socket => {
    const socket = io(server.url + WALLET_SOCKET, {
      auth: { token: api.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    return socket.on(WALLET_CHANGED, () => void (received += 1));
  });
  await until('all sockets are open', WITHIN_MS, () =>
    Promise.resolve(sockets.every((one) => one.connected)),
  );
  return {
    received: () => received,
    close: () => {
      for (const socket of sockets) socket.disconnect();
    },
  };
}

/** Returns log lines of a level that needs attention, and output that is not a log line. */
const mishaps = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => !line.startsWith('{') || (JSON.parse(line) as { level: number }).level >= 40);

it(
  'a server that is told to stop under load ends in time, loses no call that it took and has nothing to complain of',
  { ...inWhole, timeout: 60_000 + WITHIN_MS * STOPS },
  async () => {
    const stack = await startStack({ database: 'postgres', servers: 2, env: { RECONCILE_EVERY_MS: '250' } });
    onTestFinished(() => stack.stop());
    const [server, other] = stack.servers;
    if (!server || !other) throw new Error('two servers were expected');
    const counterparties = new Counterparties(stack.sandbox.url);
    const players = await Promise.all(
      Array.from({ length: PLAYERS }, () => registerPlayer(server.url, counterparties, 1_000)),
    );
    await counterparties.fault({ port: 'provider', kind: 'slow_ms', rate: 0.6, ms: 60 });

    const accepted: Accepted = new Map(players.map((player) => [player, []]));
    for (let stop = 0; stop < STOPS; stop += 1) {
      let isStopping = false;
      const listeners = await Promise.all([listen(server, players), listen(other, players)]);
      const load = [
        ...players.flatMap((player) =>
          (['in', 'out'] as const).map((direction) =>
            keepCalling(
              () => isStopping,
              async (signal) => {
                const { _id: id, status } = await move(player, direction, 3, signal);
                accepted.get(player)?.push({ id, status });
              },
            ),
          ),
        ),
        ...players.map(({ api }) =>
          keepCalling(
            () => isStopping,
            async (signal) => void (await api.ok('GET /api/wallet', { signal })),
          ),
        ),
        // Each message is passed to the other process, the last ones while this one is stopping.
        ...Array.from({ length: CHATTING }, () =>
          keepCalling(
            () => isStopping,
            () => writeLine(server.url),
          ),
        ),
      ];
      const before = [...accepted.values()].flat().length;
      await until('the load is on', WITHIN_MS, () =>
        Promise.resolve(
          [...accepted.values()].flat().length >= before + 20 &&
            listeners.every(({ received }) => received() > 3),
        ),
      );

      isStopping = true;
      const began = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN_MS);
      await Promise.all(load);
      for (const { close } of listeners) close();
      expect(mishaps(server.output)).toEqual([]);
      await server.start();
    }

    await counterparties.clearFaults();
    for (const player of players) {
      const rows = await until('all settles', WITHIN_MS, async () => {
        const statement = await wholeStatement(player.api);
        return statement.every(({ status }) => status !== 'PENDING') && statement;
      });
      const byId = new Map(rows.map((row) => [row._id, row.status]));
      for (const { id, status } of accepted.get(player) ?? []) {
        const end = byId.get(id);
        expect(status === 'PENDING' ? ['SUCCESS', 'FAILED'] : [status]).toContain(end);
      }
    }
    await Promise.all(stack.servers.map((one) => one.stop()));
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
  },
);

it(
  'a server that is told to stop as soon as it serves, while it still connects, stops at once',
  { timeout: WITHIN_MS * 4 },
  async () => {
    const stack = await startStack({ database: 'postgres' });
    onTestFinished(() => stack.stop());
    const { server, database } = stack;
    await server.stop();
    // PostgreSQL delays each connection by a second: the sockets' connection is not ready yet when the server
    // starts serving.
    const DATABASE_URL = `${database?.url}?options=${encodeURIComponent('-c post_auth_delay=1')}`;
    const serving = server.prints('"serving"');
    const starting = server.start({ DATABASE_URL }).catch(() => {});
    await serving;
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN_MS);
    await starting;
    expect(mishaps(server.output)).toEqual([]);
  },
);
