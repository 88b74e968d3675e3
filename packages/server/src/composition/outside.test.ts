import { beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import type { Content, Provider } from '../content/schema.ts';
import { readSettings } from '../kernel/settings.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { checkLinks, connectOutside } from './outside.ts';

describe('the outside', () => {
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
    const { providers } = await connectOutside(readSettings({}), content);
    expect([...providers.keys()]).toEqual(content.providers.map(({ code }) => code));
    const byBalance = [...providers].filter(([, { settlesBy }]) => settlesBy === 'balance');
    expect(byBalance.map(([code]) => code)).toEqual(['IMI']);
  });

  it('has a provider that is switched off, for the credit that it may hold', async () => {
    const { providers } = await connectOutside(readSettings({}), changed('PG', { enabled: false }));
    expect(providers.has('PG')).toBe(true);
  });

  it('starts without one that is switched off and cannot be connected', async () => {
    const { providers } = await connectOutside(
      readSettings({}),
      changed('PG', { enabled: false, adapter: 'nothing-like-it' }),
    );
    expect(providers.has('PG')).toBe(false);
  });

  it.each(['nothing-like-it', 'records'])('says so when there is no adapter %s', async (adapter) => {
    await expect(connectOutside(readSettings({}), changed('USUN', { adapter }))).rejects.toThrow(
      `content: provider USUN names an unknown adapter, ${adapter}`,
    );
  });

  it('has no links to a sandbox that is left out', () => {
    const settings = readSettings({ SANDBOX: '0' });
    expect(() => checkLinks(settings, content)).toThrow(
      'content: provider PG: web begins with {sandbox}, and SANDBOX=0',
    );
    const real = content.providers.map((provider) => ({
      ...provider,
      web: 'https://games.example/',
      android: '',
      ios: '',
    }));
    expect(() => checkLinks(settings, { ...content, providers: real })).not.toThrow();
    const [first, ...rest] = real;
    const off = { ...first!, ios: '{sandbox}/app', enabled: false };
    expect(() => checkLinks(settings, { ...content, providers: [off, ...rest] })).not.toThrow();
    const on = { ...off, enabled: true };
    expect(() => checkLinks(settings, { ...content, providers: [on, ...rest] })).toThrow('PG: ios');
  });
});
