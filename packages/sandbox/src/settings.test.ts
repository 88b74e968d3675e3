import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

describe('the settings', () => {
  it('have defaults, also for a variable set to nothing', () => {
    const defaults = {
      port: 8090,
      host: '127.0.0.1',
      dataFolder: join('.data', 'sandbox'),
      secret: 'sandbox-only-secret',
      publicUrl: undefined,
      dialects: undefined,
      operatorUrl: undefined,
      serverUrl: 'http://127.0.0.1:8080',
      silenceMs: 60_000,
    };
    expect(readSettings({})).toEqual(defaults);
    expect(readSettings({ SANDBOX_PORT: '', DATA_DIR: '' })).toEqual(defaults);
  });

  it('take the address of the server from its own settings', () => {
    expect(readSettings({ PORT: '9000' }).serverUrl).toBe('http://127.0.0.1:9000');
    expect(readSettings({ PORT: '9000', PUBLIC_URL: 'https://wallet.example' }).serverUrl).toBe(
      'https://wallet.example',
    );
  });

  it('are read from the environment', () => {
    const env = {
      SANDBOX_PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      SANDBOX_SECRET: 'a longer secret',
      SANDBOX_PUBLIC_URL: 'https://games.example',
      SANDBOX_DIALECTS: 'JOKER=joker, PG=pgsoft',
      SANDBOX_OPERATOR_URL: 'https://wallet.example/pg',
      SANDBOX_SERVER_URL: 'https://wallet.example',
      SANDBOX_SILENCE_MS: '0',
    };
    expect(readSettings(env)).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataFolder: join('/srv/data', 'sandbox'),
      secret: 'a longer secret',
      publicUrl: 'https://games.example',
      dialects: { JOKER: 'joker', PG: 'pgsoft' },
      operatorUrl: 'https://wallet.example/pg',
      serverUrl: 'https://wallet.example',
      silenceMs: 0,
    });
  });

  it.each([
    ['SANDBOX_PORT', 'eighty'],
    ['SANDBOX_PORT', '65536'],
    ['SANDBOX_PORT', '-1'],
    ['SANDBOX_SECRET', 'short'],
    ['SANDBOX_PUBLIC_URL', 'games.example'],
    ['SANDBOX_DIALECTS', 'JOKER'],
    ['SANDBOX_DIALECTS', 'JOKER=poker'],
    ['SANDBOX_DIALECTS', 'PG=pgsoft,NONE=joker'],
    ['SANDBOX_OPERATOR_URL', 'wallet.example'],
    ['SANDBOX_SERVER_URL', 'wallet.example'],
    ['SANDBOX_SILENCE_MS', '1.5'],
  ])('name the variable that is wrong: %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });
});
