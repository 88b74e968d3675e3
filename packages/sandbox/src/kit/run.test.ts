import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SECRET, startSandbox } from '../app.ts';
import { PORT_NAMES, PORTS, type PortName } from '../protocol/ports.ts';
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

/** Changes answers of the sandbox, as a faulty implementation would give them. */
type Change = (call: string, answer: { status: number; body: Record<string, unknown> }) => void;

/** A server in front of the sandbox's PG that changes answers or requests. */
async function faulty(
  change: Change,
  changeRequest = (_call: string, body: string) => body,
): Promise<string> {
  const base = addressOf(await sandbox(), 'game-provider');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').replace('/provider/PG', '')}`;
      const text = changeRequest(call, Buffer.concat(chunks).toString());
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
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/provider/PG`;
}

describe('a faulty game provider', () => {
  it('is right while nothing is changed', async () => {
    expect(await wrongOf('game-provider', await faulty(() => {}))).toEqual([]);
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
    expect((await wrongOf('game-provider', await faulty(change))).join('\n')).toMatch(expected);
  });
});
