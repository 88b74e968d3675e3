import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ZERO } from '@krapao/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { createSignedJson } from '../providers/signed-json.ts';

const visit = { username: 'kpx', password: 'secret', language: 'th' };
const transfer = {
  reference: 'x',
  username: 'kpx',
  direction: 'deposit',
  amount: ZERO,
  balanceBefore: null,
} as const;

/** How an adapter handles answers that no honest counterparty gives. */
describe('a counterparty that misbehaves', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const providerAnswering = async (listener: RequestListener) => {
    server = createServer(listener);
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return createSignedJson({ baseUrl, secret: 'secret', timeoutMs: 200 });
  };
  const answering = (status: number, text: string, headers = {}) =>
    providerAnswering((_request, response) => response.writeHead(status, headers).end(text));

  it.each<[string, number, string]>([
    ['no JSON', 200, '<html>maintenance</html>'],
    ['nothing', 200, ''],
    ['a list', 200, '[]'],
    ['null', 200, 'null'],
    ['an object without a balance', 200, '{}'],
    ['a balance that is no amount', 200, '{"balance":"12,50"}'],
    ['a balance that is a float', 200, '{"balance":12.5}'],
    ['a bad gateway', 502, '{"balance":"12.50"}'],
    ['too many requests', 429, '{"error":"slow_down"}'],
    ['a request time-out', 408, '{"error":"timeout"}'],
  ])('tells us nothing by %s', async (_name, status, text) => {
    const provider = await answering(status, text);
    expect(await provider.balance('kpx')).toMatchObject({ outcome: 'unknown', sent: true });
  });

  it('is not followed elsewhere', async () => {
    const provider = await answering(302, '', { location: 'http://127.0.0.1:1/elsewhere' });
    expect(await provider.balance('kpx')).toMatchObject({ outcome: 'unknown' });
  });

  it('tells us nothing by hanging up, or by stopping in the middle', async () => {
    const hangsUp = await providerAnswering((request) => request.socket.destroy());
    expect(await hangsUp.balance('kpx')).toMatchObject({ outcome: 'unknown', sent: true });
    server?.close();
    const stops = await providerAnswering((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"balance":');
    });
    expect(await stops.balance('kpx')).toEqual({
      outcome: 'unknown',
      reason: 'no answer in time',
      sent: true,
    });
  });

  it.each([
    ['a launch without an address', '{"url":""}'],
    ['a launch with half an address', '{"url":"site.example/launch"}'],
  ])('launches nothing by %s', async (_name, text) => {
    const provider = await answering(200, text);
    expect((await provider.launch(visit)).outcome).not.toBe('done');
  });

  it('does not turn a launch into a script', async () => {
    const provider = await answering(200, '{"url":"javascript:alert(1)"}');
    expect((await provider.launch(visit)).outcome).not.toBe('done');
  });

  it('does not take an unclear look-up for a refusal', async () => {
    for (const [status, text] of [
      [404, '{"error":"no such page"}'],
      [403, '{"error":"forbidden"}'],
      [200, '{}'],
      [200, '{"status":"pending"}'],
      [503, '{"error":"maintenance"}'],
    ] as const) {
      const provider = await answering(status, text);
      expect(await provider.lookUp(transfer)).toMatchObject({ outcome: 'unknown' });
      server?.close();
    }
  });
});
