import { DEMO_SERVICES, GAME_SERVICES } from '@krapao/sandbox/provider/providers';
import { beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import type { Content, Provider } from '../content/schema.ts';
import { readSettings } from '../kernel/settings.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { connectCounterparties } from './counterparties.ts';
import { assertConnectable, findPartFaults } from './part-faults.ts';

const services: ReadonlySet<string> = new Set(GAME_SERVICES);

describe('the counterparties', () => {
  let content: Content;

  beforeAll(async () => {
    content = await readContent(DEMO_CONTENT);
  });

  const changed = (code: string, changes: Partial<Provider>): Content => ({
    ...content,
    providers: content.providers.map((provider) =>
      provider.code === code ? { ...provider, ...changes } : provider,
    ),
  });

  it('has every provider of the content, through the adapter it names', async () => {
    const { providers } = await connectCounterparties(readSettings({}), content);
    expect([...providers.keys()]).toEqual(content.providers.map(({ code }) => code));
    const byBalance = [...providers].filter(([, { settlesBy }]) => settlesBy === 'balance');
    expect(byBalance.map(([code]) => code)).toEqual(['PGSLOT', 'ASKMEBET', 'BETFLIX', 'IMI']);
  });

  it('finds the services that the content names at the sandbox', () => {
    const named = content.providers.filter(({ adapter }) => services.has(adapter));
    expect(Object.fromEntries(named.map(({ code, adapter }) => [code, adapter]))).toEqual(DEMO_SERVICES);
  });

  it('has a provider that is switched off, for the credit that it may hold', async () => {
    const { providers } = await connectCounterparties(readSettings({}), changed('PG', { enabled: false }));
    expect(providers.has('PG')).toBe(true);
  });

  it('starts without one that is switched off and cannot be connected', async () => {
    const { providers } = await connectCounterparties(
      readSettings({}),
      changed('PG', { enabled: false, adapter: 'nothing-like-it' }),
    );
    expect(providers.has('PG')).toBe(false);
  });

  it.each(['nothing-like-it', 'records'])('says so when there is no adapter %s', async (adapter) => {
    const odd = changed('USUN', { adapter });
    await expect(assertConnectable(readSettings({}), odd)).rejects.toThrow(
      `content: provider USUN names an unknown adapter, ${adapter}`,
    );
    const { off, providers } = await connectCounterparties(readSettings({}), odd);
    expect([...off]).toEqual(['provider:USUN']);
    expect(providers.has('USUN')).toBe(false);
  });

  it('names in one line the settings that a service’s adapter lacks beside its secret', async () => {
    const odd = changed('JOKER', { adapter: 'joker' });
    const given = { PROVIDER_JOKER_SECRET: 'a secret of the operator' };
    await expect(assertConnectable(readSettings(given), odd)).rejects.toThrow(
      /^PROVIDER_JOKER_APP_ID, PROVIDER_JOKER_GAME_URL: must be set for the adapter of provider:JOKER$/,
    );
    const { off, providers } = await connectCounterparties(readSettings(given), odd);
    expect([...off]).toEqual(['provider:JOKER']);
    expect(providers.has('JOKER')).toBe(false);
  });

  it('has the sandbox’s settings of a service’s adapter while there are none of its own', async () => {
    for (const adapter of GAME_SERVICES) {
      const odd = changed('IMI', { adapter });
      expect(await findPartFaults(readSettings({}), odd)).toEqual([]);
      const { providers } = await connectCounterparties(readSettings({}), odd);
      expect(providers.has('IMI')).toBe(true);
      const url = { PROVIDER_IMI_URL: 'http://127.0.0.1:9/IMI' };
      expect(await findPartFaults(readSettings(url), odd)).toEqual([]);
      const faults = (await findPartFaults(readSettings({ SANDBOX: '0' }), odd)).map(({ fault }) => fault);
      expect(faults).toContainEqual(
        expect.stringMatching(/^PROVIDER_IMI_.*: must be set for the adapter of/),
      );
    }
  });

  it('takes the settings of a service’s adapter, and wants addresses where it says so', async () => {
    const odd = changed('PG', { adapter: 'pgsoft' });
    const given = { PROVIDER_PG_OPERATOR_TOKEN: 'token', PROVIDER_PG_GAME_URL: 'https://games.example/' };
    expect((await connectCounterparties(readSettings(given), odd)).providers.has('PG')).toBe(true);
    const wrong = { ...given, PROVIDER_PG_REPORT_URL: 'nowhere' };
    await expect(assertConnectable(readSettings(wrong), odd)).rejects.toThrow(
      /^PROVIDER_PG_REPORT_URL: must be an address$/,
    );
  });

  it.each(GAME_SERVICES)('loads the adapter of the service %s by its name', async (adapter) => {
    const odd = changed('IMI', { adapter });
    const settings = ['APP_ID', 'GAME_URL', 'OPERATOR_TOKEN', 'AGENT', 'BET_LIMIT', 'PREFIX', 'GAME_ID'];
    const given = Object.fromEntries(
      settings.map((name) => [`PROVIDER_IMI_${name}`, name.endsWith('URL') ? 'https://games.example/' : 'x']),
    );
    expect(await findPartFaults(readSettings(given), odd)).toEqual([]);
    expect((await connectCounterparties(readSettings(given), odd)).providers.has('IMI')).toBe(true);
  });

  it('names all that is wrong at once, a line each', async () => {
    const settings = readSettings({
      SANDBOX: '0',
      PROVIDER_JOKER_URL: 'nowhere',
      BANK_URL: 'https://bank.example',
    });
    const odd = changed('USUN', { adapter: 'nothing-like-it' });
    const error: unknown = await assertConnectable(settings, odd).catch((reason: unknown) => reason);
    const lines = (error as Error).message.split('\n');
    expect(lines).toContain('PROVIDER_JOKER_URL: must be an address');
    expect(lines).toContain('content: provider USUN names an unknown adapter, nothing-like-it');
    expect(lines).toContain('content: provider PG: web begins with {sandbox}, and SANDBOX=0');
    expect(lines).toContain('content: provider PG: android begins with {sandbox}, and SANDBOX=0');
    expect(lines.at(-1)).toMatch(
      /^SECRET_KEY, PUBLIC_URL, SMS_URL, SMS_SECRET, BANK_SECRET, .*: must be set while/,
    );
  });

  it('has no links to a sandbox that is left out', async () => {
    const settings = readSettings({ SANDBOX: '0' });
    const linkFaults = async (checked: Content) =>
      (await findPartFaults(settings, checked)).filter(({ part }) => part.startsWith('links:'));
    expect(await linkFaults(content)).toContainEqual({
      part: 'links:PG',
      missing: [],
      fault: 'content: provider PG: web begins with {sandbox}, and SANDBOX=0',
    });
    const real = content.providers.map((provider) => ({
      ...provider,
      web: 'https://games.example/',
      android: '',
      ios: '',
    }));
    expect(await linkFaults({ ...content, providers: real })).toEqual([]);
    const [first, ...rest] = real;
    const off = { ...first!, ios: '{sandbox}/app', enabled: false };
    expect(await linkFaults({ ...content, providers: [off, ...rest] })).toEqual([]);
    const on = { ...off, enabled: true };
    expect(await linkFaults({ ...content, providers: [on, ...rest] })).toMatchObject([
      { fault: expect.stringContaining('PG: ios') as string },
    ]);
  });
});
