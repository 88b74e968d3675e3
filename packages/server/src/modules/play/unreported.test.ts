import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWithSilentProvider } from '../../testing/silent-provider.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Play at a provider that reports none. */

let server: TestServer;

beforeAll(async () => {
  server = await startWithSilentProvider();
});
afterAll(() => server.stop());

it('is told as unknown, not as nothing staked, by the reality check and by my play', async () => {
  const member = await server.members.join();
  await member.activate('BETFLIX');
  const { username } = await member.credentials('BETFLIX');
  await member.api.ok('GET /api/autoLogin/betflix/:username', { params: { username } });
  expect(await member.api.ok('GET /api/protection/reality-check')).toMatchObject({
    minutes: 5,
    unreported: ['Betflix'],
  });
  const { periods } = await member.api.ok('GET /api/protection/play/:by', { params: { by: 'year' } });
  expect(periods).toMatchObject([
    {
      minutes: 5,
      staked: null,
      won: null,
      games: [{ code: 'BETFLIX', minutes: 5, staked: null, won: null }],
    },
  ]);
});
