import { routes } from '@krapao/contract/routes';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from '../testing/api.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SECURITY = { public: undefined, member: [{ bearer: [] }], anyone: [{ bearer: [] }, {}] } as const;

describe('every call', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const keys = Object.keys(routes) as (keyof typeof routes)[];
  const memberKeys = keys.filter((key) => routes[key].access === 'member');
  const mutatingGets = keys.filter((key) => 'mutates' in routes[key]);
  const concrete = (path: string) => path.replace(/:\w+/g, 'PG');

  it('is in the OpenAPI document, and nothing else is', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { summary?: string; security?: unknown; responses: object }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(listed.sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const { path, method, summary, access } = routes[key];
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.summary).toBe(summary);
      expect(operation?.security).toEqual(SECURITY[access]);
      expect(operation?.responses).toHaveProperty('200');
    }
  });

  it.each(memberKeys)('is for members only: %s', async (key) => {
    const { method, path } = routes[key];
    // The body is not JSON: a guest learns only that they are not logged in.
    const send = (headers: Record<string, string>) =>
      fetch(server.url + concrete(path), {
        method,
        headers: {
          'x-requested-with': 'wallet-user',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(method === 'POST' && { body: '{' }),
      }).then(async (response) => ({
        status: response.status,
        headers: response.headers,
        body: await response.json(),
      }));
    expect(endOf(await send({}))).toBe('UNAUTHORIZED');
    expect(endOf(await send({ authorization: `Bearer ${'x'.repeat(43)}` }))).toBe('INVALID_USER_1');
  });

  it('has state-changing GETs, so that the next test means something', () => {
    expect(mutatingGets).toEqual([
      'GET /api/wallet/activate/:slotCode',
      'GET /api/wallet/resetpassword/:slotCode',
      'GET /api/bonus/activate/:code',
      'GET /api/bonus/clear',
      'GET /api/promotion/activate/:code',
      'GET /api/refund/receive',
      'GET /api/refund/addWallet',
      'GET /api/invite/bonus',
    ]);
  });

  it.each(mutatingGets)('that changes state by GET needs the app’s own header: %s', async (key) => {
    const member = await server.members.join();
    const path = concrete(routes[key].path);
    const authorization = `Bearer ${member.token}`;
    const refused = await fetch(server.url + path, { headers: { authorization } });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: 'KEY_MISSING' });
    const other = await member.api.send('GET', path, undefined, { 'x-requested-with': 'XMLHttpRequest' });
    expect(endOf(other)).toBe('KEY_MISSING');
    const slots = (await member.api.ok('GET /api/wallet')).slots;
    expect(slots[0]?.isActive).toBe(false);
  });

  it.each(keys)('is kept by nobody on the way: %s', async (key) => {
    const member = await server.members.join();
    const { method, path } = routes[key];
    const answer = await member.api.send(method, concrete(path), method === 'POST' ? {} : undefined);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['PATCH', '/api/login'],
    ['GET', '/api/login'],
    ['POST', '/nothing'],
    ['GET', '/content/nothing.svg'],
    ['GET', '/content/../package.json'],
    ['GET', '/content/%2e%2e%2f%2e%2e%2fpackage.json'],
  ])('that does not exist is answered NO_DATA: %s %s', async (method, path) => {
    expect(endOf(await server.api.send(method, path))).toBe('NO_DATA');
  });

  it.each(['/api/wallet/account/%zz', '/%', '/content/%00', '/api/%ff', `/api/qrcode/${'x'.repeat(300)}`])(
    'with an address that is none is answered in the catalogue’s words: %s',
    async (path) => {
      const answer = await server.api.send('GET', path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).toMatchObject({ message: expect.stringMatching(/^(KEY_INVALID|NO_DATA)$/) });
    },
  );

  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', '400'],
    ['with an expectation of its own', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: the-moon\r\n\r\n', '417'],
    ['headers without end', `GET / HTTP/1.1\r\nauthorization: Bearer ${'x'.repeat(20_000)}`, '431'],
  ])('that is %s is answered and hung up on', async (_name, sent, status) => {
    const { port } = new URL(server.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(text.split('\r\n\r\n')[1]).toBe('{"message":"KEY_INVALID"}');
  });

  it('to no host is answered in the catalogue’s words', async () => {
    const { port } = new URL(server.url);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write('GET /api/lookup/active HTTP/1.1\r\nconnection: close\r\n\r\n'),
      );
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toContain('HTTP/1.1 400 ');
    expect(text).toContain('"message":"KEY_MISSING"');
  });

  it('says nothing of itself in a reply', async () => {
    const { headers } = await server.api.call('GET /api/lookup/active');
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
