import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SECRET, startSandbox } from '../app.ts';
import { PORT_NAMES, PORTS, type PortName } from '../protocol/ports.ts';
import { Client } from './client.ts';
import { tryPort } from './run.ts';

/** Values for the parameters of a port's address. */
const CODES: Readonly<Record<string, string>> = { ':code': 'PG', ':provider': 'KBANK' };

const addressOf = (base: string, port: PortName): string =>
  base + PORTS[port].prefix.replace(/:\w+/, (name) => CODES[name] ?? name);

async function sandbox(): Promise<string> {
  const started = await startSandbox();
  onTestFinished(() => started.stop());
  return started.url;
}

const wrongOf = async (port: PortName, url: string, secret = DEFAULT_SECRET): Promise<string[]> =>
  (await tryPort(port, { url, secret })).flatMap(({ name, difference }) =>
    difference === undefined ? [] : [`${name}: ${difference}`],
  );

describe('the kit', () => {
  it.each(PORT_NAMES)('finds nothing wrong with the sandbox as %s', async (port) => {
    expect(await wrongOf(port, addressOf(await sandbox(), port))).toEqual([]);
  });

  it.each(PORT_NAMES.filter((port) => port !== 'gift-wallet'))('finds a wrong secret at %s', async (port) => {
    const wrong = await wrongOf(port, addressOf(await sandbox(), port), 'another secret');
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('tells a service that is not there', async () => {
    const [first] = await wrongOf('sms', 'http://127.0.0.1:9');
    expect(first).toMatch(/no answer/);
  });
});

/** Plays three rounds at the sandbox behind a faulty provider. */
async function play({ url, world }: Faulty): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(world + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const client = new Client(url, DEFAULT_SECRET);
  await client.send('POST', '/players', { body: { username: 'kitplays', password: 'kit password' } });
  await client.send('POST', '/transfers', {
    body: { reference: 'kit-play', username: 'kitplays', type: 'deposit', amount: '90.00' },
  });
  for (let count = 0; count < 3; count += 1) {
    const played = await send('/control/play', { provider: 'PG', username: 'kitplays', bet: 10, win: 0 });
    expect(played.status).toBe(200);
  }
}

/** Changes answers of the sandbox, as a faulty implementation would give them. */
type Change = (call: string, answer: { status: number; body: Record<string, unknown> }) => void;

interface Faulty {
  url: string;
  /** Address of the sandbox behind it. */
  world: string;
}

/** A server in front of the sandbox's PG that changes answers. */
async function faulty(change: Change): Promise<Faulty> {
  const world = await sandbox();
  const base = addressOf(world, 'game-provider');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').replace('/provider/PG', '')}`;
      const text = Buffer.concat(chunks).toString();
      void fetch(new URL(request.url ?? '', base), {
        method: request.method ?? 'GET',
        headers: {
          'x-timestamp': String(request.headers['x-timestamp'] ?? ''),
          'x-signature': String(request.headers['x-signature'] ?? ''),
          'content-type': 'application/json',
        },
        ...(request.method === 'POST' && { body: text }),
      }).then(async (real) => {
        const answer = { status: real.status, body: (await real.json()) as Record<string, unknown> };
        change(call, answer);
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer.body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/provider/PG`;
  return { url, world };
}

describe('a faulty game provider', () => {
  it('whose report says that nothing follows is found', async () => {
    const service = await faulty((call, { body }) => {
      if (call.startsWith('GET /turnover')) body['hasMore'] = false;
    });
    await play(service);
    expect((await wrongOf('game-provider', service.url)).join('\n')).toMatch(
      /hasMore is false before the last entry/,
    );
  });

  it('is right while nothing is changed', async () => {
    expect(await wrongOf('game-provider', (await faulty(() => {})).url)).toEqual([]);
  });

  it.each<[string, Change, RegExp]>([
    [
      'accepts requests without a signature',
      (_call, answer) => {
        if (answer.status === 401) Object.assign(answer, { status: 200, body: { status: 'created' } });
      },
      /refuses a request without a signature/,
    ],
    [
      'tells balances as numbers',
      (call, { body }) => {
        if (call.endsWith('/balance')) body['balance'] = Number(body['balance']);
      },
      /starts a player with 0\.00/,
    ],
    [
      'answers a refused transfer with status 400',
      (_call, answer) => {
        if (answer.body['status'] === 'refused') answer.status = 400;
      },
      /refuses to take more than there is/,
    ],
    [
      'answers a look-up of an unknown transfer as refused',
      (call, answer) => {
        if (call.startsWith('GET /transfers/') && answer.status === 404) {
          Object.assign(answer, { status: 200, body: { status: 'refused' } });
        }
      },
      /knows no transfer that was not sent/,
    ],
    [
      'takes a used reference for another transfer',
      (_call, answer) => {
        if (answer.status === 422)
          Object.assign(answer, { status: 200, body: { status: 'done', balance: '30.00' } });
      },
      /refuses a used reference/,
    ],
    [
      'gives one address for every launch',
      (call, { body }) => {
        if (call === 'POST /launch') body['url'] = 'https://games.example/';
      },
      /opens the games by an address of one use/,
    ],
  ])('that %s is found', async (_fault, change, expected) => {
    expect((await wrongOf('game-provider', (await faulty(change)).url)).join('\n')).toMatch(expected);
  });
});
