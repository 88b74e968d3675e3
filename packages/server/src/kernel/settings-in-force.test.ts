import { describe, expect, it } from 'vitest';
import { newPushKey } from './push-key.ts';
import { settingsInForce, type SettingInForce } from './settings-in-force.ts';
import { readSettings } from './settings.ts';
import { settingsSchema } from './settings-schema.ts';

const of = (environment: Record<string, string>): Map<string, SettingInForce> =>
  new Map(settingsInForce(readSettings(environment)).map((one) => [one.name, one]));

describe('settings in force', () => {
  it('are all that are declared, each with its section and meaning', () => {
    const all = settingsInForce(readSettings({}));
    expect(all.map(({ name }) => name).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
    expect(all.filter(({ about, section }) => about === '' || section === '')).toEqual([]);
    expect(all.filter(({ about }) => /[`\n]|\]\(/.test(about))).toEqual([]);
  });

  it('say where their value comes from', () => {
    const all = of({ PORT: '9000', LAOS: '1', SLIP_SERVICES: 'house', AUDIT_HOUR: 'off' });
    expect(all.get('PORT')).toMatchObject({
      value: '9000',
      source: 'environment',
      section: 'Server process',
    });
    expect(all.get('LAOS')).toMatchObject({ value: '1', source: 'environment' });
    expect(all.get('HSTS_SUBDOMAINS')).toMatchObject({ value: '0', source: 'default' });
    expect(all.get('AUDIT_HOUR')?.value).toBe('off');
    expect(all.get('FRAME_ANCESTORS')).toMatchObject({ value: null, isSet: false });
    expect(of({ SETTLE_EVERY_MS: '250' }).get('RECONCILE_EVERY_MS')).toMatchObject({
      value: '250',
      source: 'environment',
    });
  });

  it('have the value that follows from others while they are not set', () => {
    const all = of({ LIMITS_CALLS_PER_MEMBER: '7' });
    expect(all.get('CONSOLE_PORT')?.value).toBe('8070');
    expect(all.get('STAFF_SECOND_FACTOR')?.value).toBe('off');
    expect(all.get('SANDBOX_URL')?.value).toBe('http://127.0.0.1:8090');
    expect(all.get('LIMITS')?.value).toBe('wide');
    expect(all.get('LIMITS_CALLS_PER_MEMBER')?.value).toBe('7');
    expect(all.get('LIMITS_TABLES_PER_MEMBER')).toMatchObject({ value: '100000', source: 'default' });
    expect(of({ LIMITS: 'strict' }).get('LIMITS_TABLES_PER_MEMBER')?.value).toBe('10');
  });

  it('show no secret: not of the server, not of counterparties, not within an address', () => {
    const { privateKey } = newPushKey();
    const word = 'word-that-nobody-may-see-0123456789';
    const secrets = Object.keys(settingsSchema.shape).filter((name) =>
      /^(?!LIMITS_).*(SECRET|KEY|TOKEN|PASSWORD|DATABASE_URL)/.test(name),
    );
    const environment = {
      ...Object.fromEntries(secrets.map((name) => [name, word])),
      PUSH_PRIVATE_KEY: privateKey,
      DATABASE_URL: `postgres://krapao:${word}@127.0.0.1/krapao`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://collector:${word}@127.0.0.1:4318/v1?token=${word}`,
      STAFF_OIDC_ISSUER: 'https://id.example',
      STAFF_OIDC_CLIENT_ID: 'console',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'files',
      PROVIDER_PG_URL: `https://pg:${word}@pg.example/api`,
      PROVIDER_AG_URL: `https://ag:begin@${word}@ag.example/api`,
      PROVIDER_PG_SECRET: word,
      PROVIDER_PG_OPERATOR_TOKEN: word,
      SMS_KEY: word,
      DESK_HMAC_TOKEN: word,
    };
    const all = settingsInForce(readSettings(environment));
    expect(JSON.stringify(all)).not.toContain(word);
    expect(JSON.stringify(all)).not.toContain(privateKey);
    for (const name of [...secrets, 'PROVIDER_PG_SECRET', 'SMS_KEY', 'DESK_HMAC_TOKEN']) {
      expect(
        all.find((one) => one.name === name),
        name,
      ).toMatchObject({ isSecret: true, isSet: true, value: null });
    }
    expect(of({}).get('SECRET_KEY')).toMatchObject({ isSecret: true, isSet: false });
    expect(all.find(({ name }) => name === 'PROVIDER_PG_URL')).toMatchObject({
      value: 'https://pg.example/api',
      section: 'Counterparties',
    });
  });
});
