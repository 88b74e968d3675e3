import { describe, expect, it } from 'vitest';
import { startWorld } from '../../testing/world.ts';

describe('the protocols of providers', () => {
  it('are the house’s where nothing else is named', async () => {
    const world = await startWorld({ dialects: { PG: 'pgsoft' } });
    expect((await world.call('GET', '/provider/USUN/health')).body).toEqual({ status: 'up' });
    expect((await world.form('JOKER', 'health')).body.code).toBe(0);
    expect((await world.hashed('IMI', 'health', {})).body).toEqual({ ok: true, status: 'up' });
    const joker = await fetch(`${world.url}/provider/JOKER`, { method: 'POST' });
    expect([joker.status, await joker.json()]).toMatchObject([404, { error: 'no_provider' }]);
  });

  it('are the named service’s alone', async () => {
    const world = await startWorld({ dialects: { PG: 'pgsoft', JOKER: 'joker' } });
    expect(await world.call('GET', '/provider/PG/health')).toMatchObject({ status: 404 });
    expect(await world.form('JOKER', 'health')).toMatchObject({
      status: 404,
      body: { error: 'no_provider' },
    });
    const asked = await fetch(`${world.url}/provider/PG/Cash/v3/GetPlayerWallet`, { method: 'POST' });
    expect(await asked.json()).toMatchObject({ error: { code: '1034' } });
  });

  it('are shown on the page', async () => {
    const world = await startWorld({ dialects: { UFABET: 'jili', HUAYHD: 'askmebet' } });
    const { body } = await world.control<{ providers: { code: string }[] }>('GET', '/page/state');
    const shown = (code: string) => body.providers.find((provider) => provider.code === code);
    expect(shown('UFABET')).toMatchObject({ dialect: 'jili', launch: 'url' });
    expect(shown('HUAYHD')).toMatchObject({ dialect: 'askmebet', launch: 'form' });
    expect(shown('PG')).toMatchObject({ dialect: 'signed-json', launch: 'url' });
  });
});
