import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const messageOf = (environment: Record<string, string>): string => {
  try {
    readSettings(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('the settings were taken');
};

describe('settings', () => {
  it('have defaults for everything', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: path.resolve('.data'),
      sandboxUrl: 'http://127.0.0.1:8090',
      publicUrl: undefined,
      secretKey: undefined,
      logLevel: 'info',
      laos: false,
      consolePort: 8070,
      consolePortIsDefault: true,
    });
    expect(settings.contentDir).toMatch(/content\/demo$/);
  });

  it('are taken under a former name, which is named', () => {
    const former = readSettings({ SETTLE_EVERY_MS: '300', OUTSIDE_TIMEOUT_MS: '1700' });
    expect(former).toMatchObject({
      reconcileEveryMs: 300,
      counterpartyTimeoutMs: 1700,
      formerNames: [
        'OUTSIDE_TIMEOUT_MS is called COUNTERPARTY_TIMEOUT_MS',
        'SETTLE_EVERY_MS is called RECONCILE_EVERY_MS',
      ],
    });
    const both = readSettings({ SETTLE_EVERY_MS: '300', RECONCILE_EVERY_MS: '400' });
    expect(both.reconcileEveryMs).toBe(400);
    expect(readSettings({ RECONCILE_EVERY_MS: '400' }).formerNames).toEqual([]);
    expect(messageOf({ SETTLE_EVERY_MS: 'soon' })).toMatch(/^RECONCILE_EVERY_MS: /);
    expect(readSettings({ PAYONEX_SERVICE: 'payonex' }).formerNames).toEqual([
      expect.stringMatching(/^PAYONEX_SERVICE=payonex is called adapter: payonex in deposit-accounts.yaml/),
    ]);
    expect(readSettings({ PAYONEX_SERVICE: 'house' }).formerNames).toEqual([]);
  });

  it('take every variable', () => {
    expect(
      readSettings({
        PORT: '81',
        HOST: '::1',
        DATABASE_URL: 'postgresql://u:p@db.example:5432/wallet',
        DATABASE_POOL: '33',
        DATA_DIR: '/var/lib/krapao',
        SANDBOX_PORT: '91',
        SANDBOX_SECRET: 's3cret',
        PUBLIC_URL: 'https://wallet.example/',
        SECRET_KEY: 'k'.repeat(32),
        SECRET_KEYS_OLD: `${'o'.repeat(32)}, ${'p'.repeat(40)}`,
        CONTENT_DIR: '/srv/content',
        WEB_DIR: '/srv/web',
        LOG_LEVEL: 'warn',
        COUNTERPARTY_TIMEOUT_MS: '1500',
        RECONCILE_EVERY_MS: '200',
        SESSION_DAYS: '7',
        OTP_PER_PHONE_DAY: '3',
        CHAT_ORIGIN: 'https://chat.example',
        HSTS_DAYS: '365',
        HSTS_SUBDOMAINS: '1',
        FRAME_ANCESTORS: 'https://portal.example, https://m.portal.example:8443',
        LAOS: '1',
      }),
    ).toMatchObject({
      port: 81,
      host: '::1',
      databaseUrl: 'postgresql://u:p@db.example:5432/wallet',
      databasePool: 33,
      dataDir: '/var/lib/krapao',
      sandboxUrl: 'http://127.0.0.1:91',
      sandboxSecret: 's3cret',
      publicUrl: 'https://wallet.example',
      secretKey: 'k'.repeat(32),
      oldSecretKeys: ['o'.repeat(32), 'p'.repeat(40)],
      missing: [],
      contentDir: '/srv/content',
      webDir: '/srv/web',
      logLevel: 'warn',
      counterpartyTimeoutMs: 1500,
      reconcileEveryMs: 200,
      sessionDays: 7,
      otpPerPhoneDay: 3,
      chatOrigin: 'https://chat.example',
      hstsDays: 365,
      hstsSubdomains: true,
      frameAncestors: ['https://portal.example', 'https://m.portal.example:8443'],
      laos: true,
    });
  });

  it('take an empty or blank variable for one that is not set', () => {
    const names = ['PORT', 'DATABASE_URL', 'DATA_DIR', 'SANDBOX', 'PUBLIC_URL', 'SECRET_KEY', 'LOG_LEVEL'];
    for (const empty of ['', ' ', '\t']) {
      const environment = Object.fromEntries(names.map((name) => [name, empty]));
      expect({ ...readSettings(environment), environment: {} }).toEqual({
        ...readSettings({}),
        environment: {},
      });
    }
  });

  it('know where browsers reach the sandbox, when that is elsewhere', () => {
    const own = readSettings({ SANDBOX_PORT: '91' });
    expect(own.sandboxPublicUrl).toBe('http://127.0.0.1:91');
    const proxied = readSettings({ SANDBOX_PUBLIC_URL: 'https://sandbox.example/' });
    expect(proxied.sandboxPublicUrl).toBe('https://sandbox.example');
    expect(proxied.sandboxUrl).toBe('http://127.0.0.1:8090');
  });

  it('know where the sandbox is, and whether', () => {
    expect(readSettings({ SANDBOX_URL: 'http://10.0.0.9:1234/' }).sandboxUrl).toBe('http://10.0.0.9:1234');
    expect(readSettings({ SANDBOX: '0' }).sandboxUrl).toBeUndefined();
    expect(readSettings({ SANDBOX: '0' }).sandboxPublicUrl).toBeUndefined();
    expect(readSettings({ SANDBOX: '0', SANDBOX_URL: 'http://10.0.0.9:1234' }).sandboxUrl).toBeUndefined();
  });

  it('know what an installation without a sandbox lacks', () => {
    expect(readSettings({ SANDBOX: '0' }).missing).toEqual(['SECRET_KEY', 'PUBLIC_URL']);
    const PUBLIC_URL = 'https://wallet.example';
    expect(readSettings({ SANDBOX: '0', PUBLIC_URL }).missing).toEqual(['SECRET_KEY']);
    expect(readSettings({}).missing).toEqual([]);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '8e3'],
    ['DATABASE_URL', 'wallet'],
    ['DATABASE_URL', 'mysql://localhost/wallet'],
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', 'many'],
    ['SANDBOX', 'yes'],
    ['SANDBOX_PORT', 'x'],
    ['SANDBOX_URL', 'localhost:8090'],
    ['PUBLIC_URL', 'ftp://wallet.example'],
    ['SECRET_KEY', 'too short'],
    ['SECRET_KEYS_OLD', `${'k'.repeat(32)},short`],
    ['LOG_LEVEL', 'loud'],
    ['COUNTERPARTY_TIMEOUT_MS', '0'],
    ['COUNTERPARTY_TIMEOUT_MS', '1s'],
    ['RECONCILE_EVERY_MS', '600001'],
    ['SESSION_DAYS', '0'],
    ['OTP_PER_PHONE_DAY', 'Infinity'],
    ['CHAT_ORIGIN', 'https://chat.example/socket'],
    ['HSTS_DAYS', '-1'],
    ['FRAME_ANCESTORS', '*'],
    ['FRAME_ANCESTORS', 'https://portal.example/page'],
    ['FRAME_ANCESTORS', "'self'; script-src *"],
    ['LAOS', 'true'],
  ])('refuse in one line that names the variable: %s=%s', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: \\S`));
    expect(message).not.toContain('\n');
    // The given value may be a mistyped secret.
    expect(message).not.toContain(value.length > 5 ? value : '\n');
  });

  describe('never let strangers reach the sandbox', () => {
    const OWN = { SANDBOX_SECRET: 'a secret of our own' };

    it.each([
      [{ NODE_ENV: 'production' }],
      [{ NODE_ENV: 'production', ...OWN }],
      [{ NODE_ENV: 'production', SANDBOX: '1', SANDBOX_URL: 'http://sandbox:8090' }],
      [{ HOST: '0.0.0.0' }],
      [{ HOST: '0.0.0.0', ...OWN }],
      [{ HOST: '::' }],
      [{ HOST: '10.0.0.7' }],
      [{ HOST: '203.0.113.9' }],
      [{ HOST: 'wallet.example' }],
    ])('no start with it: %j', (environment) => {
      expect(messageOf(environment)).toMatch(/^SANDBOX: must be 0 while (NODE_ENV|HOST) \S[^\n]*$/);
    });

    it('wants a secret of its own behind a public address', () => {
      const PUBLIC_URL = 'https://demo.example';
      expect(messageOf({ PUBLIC_URL })).toMatch(/^SANDBOX_SECRET: [^\n]+PUBLIC_URL[^\n]+$/);
      expect(readSettings({ PUBLIC_URL, ...OWN }).sandboxUrl).toBe('http://127.0.0.1:8090');
      expect(readSettings({ PUBLIC_URL: 'http://localhost:8080' }).sandboxUrl).toBeDefined();
    });

    it.each(['SMS_SECRET', 'GATEWAY_KBANK_SECRET', 'PROVIDER_PG_SECRET', 'SANDBOX_SECRET'])(
      'takes its published secret for no counterparty: %s',
      (name) => {
        const message = messageOf({ SANDBOX: '0', HOST: '0.0.0.0', [name]: 'sandbox-only-secret' });
        expect(message).toMatch(new RegExp(`^${name}: [^\\n]+$`));
        expect(message).not.toContain('sandbox-only-secret');
      },
    );

    it.each([{ HOST: '127.0.0.1' }, { HOST: '127.8.8.8' }, { HOST: 'localhost' }, { HOST: '::1' }])(
      'leave it on where only this machine comes: %j',
      (environment) => expect(readSettings(environment).sandboxUrl).toBe('http://127.0.0.1:8090'),
    );

    it('start in production without it', () => {
      const environment = { NODE_ENV: 'production', HOST: '0.0.0.0', SANDBOX: '0' };
      expect(readSettings(environment).sandboxUrl).toBeUndefined();
    });
  });
});
