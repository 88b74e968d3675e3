import { appFaults } from '@krapao/contract/app-faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../kernel/logger.ts';
import { endOf } from '../../testing/api.ts';
import { logInMemory } from '../../testing/log-in-memory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withoutSecrets } from './without-secrets.ts';

const FAULT = {
  kind: 'render',
  message: 'x is not a function',
  stack: 'at Deposit (http://127.0.0.1/assets/deposit-abc.js:1:2)',
  path: '/user/home',
  reference: 'K7Q2-M4XD',
} as const;

describe('faults of the player app', () => {
  const log = logInMemory();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ logger: createLogger('warn', log.stream) });
  });
  afterAll(() => server.stop());

  it('are taken from strangers, and logged with what a player can name but without secrets', async () => {
    const message = 'no /user/spin?code=PR7 for 0812345678';
    expect(await server.api.ok('POST /api/app-fault', { body: { ...FAULT, message } })).toEqual({
      message: 'OK',
    });
    const lines = log.lines().filter((line) => 'kind' in line);
    expect(lines).toMatchObject([
      { level: 40, kind: 'render', reference: 'K7Q2-M4XD', path: '/user/home', fault: 'no /user/spin for …' },
    ]);
  });

  it.each([
    ['another kind', { kind: 'other' }],
    ['a text too long', { message: 'x'.repeat(501) }],
    ['a reference of other letters', { reference: '<b>' }],
  ])('are refused with %s', async (_name, changes) => {
    const answer = await server.api.send('POST', '/api/app-fault', { ...FAULT, ...changes });
    expect(endOf(answer)).toBe('KEY_INVALID');
  });

  it('are a call of the contract that needs no session', () => {
    expect(appFaults['POST /api/app-fault'].access).toBe('public');
  });

  it.each([
    ['at f (http://a/b.js?code=PR123:1:2)', 'at f (http://a/b.js:1:2)'],
    ['Bearer ' + 'a1'.repeat(20), 'Bearer …'],
    ['phone 0812345678 called', 'phone … called'],
    ['x is not a function', 'x is not a function'],
  ])('leave no secret in the log: %s', (said, logged) => {
    expect(withoutSecrets(said)).toBe(logged);
  });
});
