import { createHash } from 'node:crypto';
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

  it('are those of the demo where none is named, beside the house’s', async () => {
    const world = await startWorld();
    const { body } = await world.control<{ providers: { code: string; dialect: string }[] }>(
      'GET',
      '/page/state',
    );
    const spoken = Object.fromEntries(body.providers.map(({ code, dialect }) => [code, dialect]));
    expect(spoken).toMatchObject({
      PG: 'pgsoft',
      JOKER: 'joker',
      SLOTXO: 'joker',
      SEXYGAME: 'aesexy',
      BETFLIX: 'betflix',
      ASKMEBET: 'askmebet',
      PGSLOT: 'ambslot',
      JOKER2: 'hashed-form',
      USUN: 'signed-json',
    });
    const asked = await fetch(`${world.url}/provider/PG/Cash/v3/GetPlayerWallet`, { method: 'POST' });
    expect(await asked.json()).toMatchObject({ error: { code: '1034' } });
    expect((await world.call('GET', '/provider/PG/health')).body).toEqual({ status: 'up' });
    expect((await world.form('JOKER', 'health')).body.code).toBe(0);
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

describe('the site of a service’s provider', () => {
  const logIn = (site: string, username: string, password: string): Promise<Response> =>
    fetch(`${site}/login`, {
      method: 'POST',
      body: new URLSearchParams({ username, password }),
      redirect: 'manual',
    });

  it('takes the name alone where players have no passwords', async () => {
    const world = await startWorld({ secret: 'a secret' });
    const fields = {
      cert: 'a secret',
      agentId: 'krapaodemo',
      userId: 'kp1',
      currency: 'THB',
      betLimit: '{}',
    };
    const created = await fetch(`${world.url}/provider/SEXYGAME/wallet/createMember`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(await created.json()).toMatchObject({ status: '0000' });
    expect((await logIn(`${world.url}/site/SEXYGAME`, 'kp1', 'any')).status).toBe(303);
    expect((await logIn(`${world.url}/site/SEXYGAME`, 'kp2', 'any')).status).toBe(401);
  });

  it('knows players by the agent’s names for them, too', async () => {
    const world = await startWorld({ secret: 'a secret' });
    const signature = createHash('md5').update('kp1:pw1:kpag').digest('hex');
    await fetch(`${world.url}/provider/ASKMEBET/v0.1/partner/member/create/a%20secret`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ memberLoginName: 'kp1', memberLoginPass: 'pw1', signature }),
    });
    for (const name of ['kpagkp1', 'kp1']) {
      const entered = await logIn(`${world.url}/site/ASKMEBET`, name, 'pw1');
      expect(entered.status).toBe(303);
    }
    expect((await logIn(`${world.url}/site/ASKMEBET`, 'kpagkp1', 'pw2')).status).toBe(401);
    expect((await logIn(`${world.url}/site/ASKMEBET`, 'kpdkp1', 'pw1')).status).toBe(401);
  });
});

describe('the webhooks', () => {
  it('are connected from the start to a server whose address is given', async () => {
    const world = await startWorld({ serverUrl: 'https://wallet.example/' });
    const ours = {
      service: 'payonex',
      url: 'https://wallet.example/api/callback/gateway/PAYONEX',
      signed: true,
      rotating: false,
    };
    expect((await world.control('GET', '/control/webhooks')).body).toEqual([ours]);
    const other = { url: 'https://other.example/hook', signed: true, rotating: false };
    expect((await world.control('PUT', '/control/webhooks/payonex', other)).body).toEqual([
      { service: 'payonex', ...other },
    ]);
  });
});

describe('the calls', () => {
  it('are counted by their protocols', async () => {
    const world = await startWorld();
    await fetch(`${world.url}/provider/PG/Cash/v3/GetPlayerWallet`, { method: 'POST' });
    await world.call('GET', '/provider/USUN/health');
    await world.call('GET', '/provider/PG/health');
    await fetch(`${world.url}/thaibulksms/credit`);
    await fetch(`${world.url}/site/PG`);
    expect((await world.control('GET', '/control/calls')).body).toEqual({
      pgsoft: 1,
      'signed-json': 2,
      thaibulksms: 1,
    });
  });
});
