import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { HOUSE_SERVICES } from '../kernel/sandbox-services.ts';
import { readSettings } from '../kernel/settings.ts';
import { startCounterparty } from '../testing/counterparty.ts';
import { DEAD_ADDRESS, OutsideWorld, SECRET } from '../testing/counterparties-world.ts';
import { speakHouse } from '../testing/house-protocol.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { checkCounterparties, drawTable, type CheckedRow } from './check-counterparties.ts';
import { noServiceRecords } from './unconnected.ts';

const settingsOf = (prefix: string, values: Record<string, string>, url: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...values, URL: url }).map(([name, value]) => [`${prefix}_${name}`, value]),
  );

describe('a check of the counterparties', () => {
  let world: OutsideWorld;
  /** The demo's content, and the same with the house's protocol for every provider. */
  let demo: Content;
  let content: Content;

  beforeAll(async () => {
    [world, demo] = await Promise.all([OutsideWorld.start(), readContent(DEMO_CONTENT)]);
    content = structuredClone(demo);
    speakHouse(content);
  });
  afterEach(() => world.heal());
  afterAll(() => world.stop());

  const given = () => ({
    SANDBOX_URL: world.url,
    SANDBOX_SECRET: SECRET,
    COUNTERPARTY_TIMEOUT_MS: '3000',
  });
  const check = (environment: Record<string, string> = {}): Promise<CheckedRow[]> => {
    const settings = readSettings({ ...given(), ...HOUSE_SERVICES, ...environment });
    return checkCounterparties(settings, content, noServiceRecords);
  };
  const wrongOf = (rows: readonly CheckedRow[]): [string, string][] =>
    rows.filter(({ wrong }) => wrong !== '').map(({ service, wrong }) => [service, wrong]);

  it('is all green at the sandbox, and asks each service', async () => {
    const rows = await check();
    expect(wrongOf(rows)).toEqual([]);
    const enabled = content.providers.filter((provider) => provider.enabled);
    const named = ['sms', 'bank', 'bank feed', 'ewallet', 'gift', 'slip', 'desk'];
    const gateways = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'].map((code) => `gateway:${code}`);
    const providers = enabled.map(({ code }) => `provider:${code}`);
    expect(rows.map(({ service }) => service).sort()).toEqual([...named, ...gateways, ...providers].sort());
    for (const row of rows) {
      expect(row).toMatchObject({ reached: true, authorised: true, latencyMs: expect.any(Number) });
      expect(Math.abs(row.clockMs ?? Number.NaN)).toBeLessThan(5_000);
    }
    expect(await world.control('GET', '/sms')).toEqual([]);
    expect(await world.control('GET', '/desk')).toEqual([]);
    expect(await world.control('GET', '/payouts')).toEqual([]);
  });

  it('is all green with the services of the demo', async () => {
    const rows = await checkCounterparties(readSettings(given()), demo, noServiceRecords);
    expect(wrongOf(rows)).toEqual([]);
    const services = ['sms (thaibulksms)', 'slip (easyslip)', 'slip (slipok)', 'gateway:PAYONEX (payonex)'];
    expect(rows.map(({ service }) => service)).toEqual(expect.arrayContaining(services));
  });

  it('names one with a wrong secret, one that is closed and one that is slow, each with its setting', async () => {
    await world.fault('gateway', 'slow_ms', { ms: 1_600 });
    const rows = await check({
      PROVIDER_USUN_URL: `${world.url}/provider/USUN`,
      PROVIDER_USUN_SECRET: 'a wrong secret',
      DESK_URL: DEAD_ADDRESS,
      DESK_SECRET: SECRET,
      SLIP_URL: `${world.url}/slip`,
      SLIP_SECRET: 'a wrong secret',
    });
    const wrong = new Map(wrongOf(rows));
    expect(wrong.get('provider:USUN')).toMatch(/look at PROVIDER_USUN_SECRET$/);
    expect(wrong.get('slip')).toMatch(/look at SLIP_SECRET$/);
    expect(wrong.get('desk')).toBe('ECONNREFUSED: look at DESK_URL');
    expect(wrong.get('gateway:KBANK')).toBe(
      'slow: look at COUNTERPARTY_TIMEOUT_MS and the way to the service',
    );
    expect([...wrong.keys()].filter((service) => !service.startsWith('gateway:')).sort()).toEqual([
      'desk',
      'provider:USUN',
      'slip',
    ]);
    const by = new Map(rows.map((row) => [row.service, row]));
    expect(by.get('provider:USUN')).toMatchObject({ reached: true, authorised: false });
    expect(by.get('desk')).toMatchObject({ reached: false, authorised: undefined });
    expect(
      drawTable(rows)
        .split('\n')
        .find((line) => line.startsWith('desk')),
    ).toMatch(/^desk +no +- .*ECONNREFUSED: look at DESK_URL$/);
  });

  it('names every house service with a wrong secret', async () => {
    const rows = await check({ SANDBOX_SECRET: 'a wrong secret' });
    for (const { service, authorised, wrong } of rows) {
      expect([service, authorised]).toEqual([service, false]);
      expect(wrong).toMatch(/look at SANDBOX_SECRET$/);
    }
  });

  it('names one that never answers, and one whose settings are missing', async () => {
    await world.fault('bank', 'slow_ms', { ms: 2_000 });
    const late = await check({ COUNTERPARTY_TIMEOUT_MS: '300' });
    const wrong = new Map(wrongOf(late));
    expect(wrong.get('bank')).toBe('no answer in time: look at SANDBOX_URL, COUNTERPARTY_TIMEOUT_MS');
    const lacking = new Map(wrongOf(await check({ SMS_SERVICE: 'twilio' })));
    expect(lacking.get('sms')).toBe('SMS_KEY, SMS_SECRET, SMS_SENDER: must be set for SMS_SERVICE=twilio');
  });

  it('names one whose clock is another', async () => {
    const ahead = createServer((_request, response) => {
      response.writeHead(400, { date: new Date(Date.now() + 300_000).toUTCString() }).end('{"error":"x"}');
    });
    await new Promise<void>((listening) => ahead.listen(0, '127.0.0.1', listening));
    const { port } = ahead.address() as AddressInfo;
    const rows = await check({ SMS_URL: `http://127.0.0.1:${port}`, SMS_SECRET: 's' });
    expect(wrongOf(rows)).toEqual([['sms', 'the clocks differ: look at the clock of this machine']]);
    expect(drawTable(rows)).toMatch(/^sms +yes +yes +(299|300|301) s /m);
    await new Promise((closed) => ahead.close(closed));
  });

  it('tells what services with a protocol of their own have left', async () => {
    const sms = { SMS_SERVICE: 'thaibulksms', SMS_URL: `${world.url}/thaibulksms`, SMS_SENDER: 'S' };
    const keys = { SMS_KEY: 'demo-thaibulksms-key', SMS_SECRET: 'demo-thaibulksms-secret' };
    const slips = {
      SLIP_SERVICES: 'slipok,easyslip',
      SLIP_SLIPOK_URL: `${world.url}/slipok`,
      SLIP_SLIPOK_BRANCH: '10001',
      SLIP_SLIPOK_SECRET: 'demo-slipok-key',
      SLIP_EASYSLIP_URL: `${world.url}/easyslip`,
      SLIP_EASYSLIP_SECRET: 'demo-easyslip-key',
    };
    const rows = await check({ ...sms, ...keys, ...slips });
    expect(wrongOf(rows)).toEqual([]);
    const by = new Map(rows.map((row) => [row.service, row]));
    expect(by.get('sms (thaibulksms)')).toMatchObject({
      authorised: true,
      balance: expect.stringMatching(/credits$/),
    });
    expect(by.get('slip (slipok)')).toMatchObject({
      authorised: true,
      balance: expect.stringMatching(/slips$/),
    });
    expect(by.get('slip (easyslip)')).toMatchObject({ authorised: true });

    const wrong = await check({
      ...sms,
      ...keys,
      ...slips,
      SMS_SECRET: 'x',
      SLIP_SLIPOK_SECRET: 'x',
      SLIP_EASYSLIP_SECRET: 'x',
    });
    expect(wrongOf(wrong)).toEqual([
      ['sms (thaibulksms)', expect.stringMatching(/look at SMS_KEY, SMS_SECRET$/)],
      ['slip (slipok)', expect.stringMatching(/look at SLIP_SLIPOK_SECRET$/)],
      ['slip (easyslip)', expect.stringMatching(/look at SLIP_EASYSLIP_SECRET$/)],
    ]);
  });

  it('asks each gateway and the payouts that content and settings name', async () => {
    let areKeysRight = true;
    const service = await startCounterparty(({ path }) => {
      const fault = {
        object: 'error',
        code: 'authentication_failure',
        error: { type: 'invalid_request_error' },
      };
      if (!areKeysRight) return { status: 401, body: { ...fault, status: { code: 9500 } } };
      if (path === '/balance') return { status: 200, body: { object: 'balance', transferable: 12_345 } };
      if (path === '/v1/balance')
        return { status: 200, body: { available: [{ currency: 'thb', amount: 500 }] } };
      if (path !== '/v1/oauth/token') return { status: 404, body: { status: { code: 1104 } } };
      return { status: 200, body: { status: { code: 1000 }, data: { accessToken: 'token', expiresIn: 60 } } };
    });
    const named = structuredClone(content);
    for (const account of named.depositAccounts.banks) {
      const adapter = ({ WW: 'scb', FP: 'opn', PAYTIMZ: 'stripe' } as const)[account.bankCode];
      if (adapter) account.adapter = adapter;
    }
    const settings = readSettings({
      SANDBOX_URL: world.url,
      SANDBOX_SECRET: SECRET,
      // A busy machine is no slow service.
      COUNTERPARTY_TIMEOUT_MS: '60000',
      PAYOUT_SERVICE: 'opn',
      SLIP_SERVICES: 'scb',
      ...settingsOf('SLIP_SCB', { KEY: 'k', SECRET: 's' }, service.url),
      ...settingsOf('OPN', { SECRET: 'skey_1', WEBHOOK_SECRET: 'A'.repeat(44) }, service.url),
      ...settingsOf('GATEWAY_FP', { SECRET: 'skey_1', WEBHOOK_SECRET: 'A'.repeat(44) }, service.url),
      ...settingsOf(
        'GATEWAY_PAYTIMZ',
        { SECRET: 'sk_1', WEBHOOK_SECRET: 'whsec_1', EMAIL: 'a@b.example' },
        service.url,
      ),
      ...settingsOf(
        'GATEWAY_WW',
        { KEY: 'k', SECRET: 's', BILLER: '1'.repeat(15), PREFIX: 'KRP' },
        service.url,
      ),
    });
    const rows = async (): Promise<[string, boolean | undefined, string | undefined, string][]> => {
      const all = await checkCounterparties(settings, named, noServiceRecords);
      const own = all.filter(({ service: name }) => /scb|opn|stripe/.test(name));
      return own.map((row) => [row.service, row.authorised, row.balance, row.wrong]);
    };
    expect(await rows()).toEqual([
      ['bank (opn)', true, '123.45 baht', ''],
      ['slip (scb)', true, undefined, ''],
      ['gateway:WW (scb)', true, undefined, ''],
      ['gateway:PAYTIMZ (stripe)', true, '5.00 baht', ''],
      ['gateway:FP (opn)', true, '123.45 baht', ''],
    ]);
    areKeysRight = false;
    expect(await rows()).toEqual([
      ['bank (opn)', false, undefined, 'authentication_failure: look at OPN_SECRET'],
      ['slip (scb)', false, undefined, expect.stringMatching(/look at SLIP_SCB_KEY, SLIP_SCB_SECRET$/)],
      [
        'gateway:WW (scb)',
        false,
        undefined,
        expect.stringMatching(/look at GATEWAY_WW_KEY, GATEWAY_WW_SECRET$/),
      ],
      ['gateway:PAYTIMZ (stripe)', false, undefined, 'invalid_request_error: look at GATEWAY_PAYTIMZ_SECRET'],
      ['gateway:FP (opn)', false, undefined, 'authentication_failure: look at GATEWAY_FP_SECRET'],
    ]);
    await service.stop();
  });

  it('tells PayoneX’s balance, or that its keys are not taken', async () => {
    let areKeysRight = true;
    const service = await startCounterparty(({ path }) => {
      if (path === '/authenticate' && !areKeysRight)
        return { status: 400, body: { success: false, code: '40502' } };
      const data = path === '/authenticate' ? { token: randomUUID() } : { balance: 1234.5, settleBalance: 0 };
      return { status: 200, body: { success: true, code: '20000', data } };
    });
    const named = { PAYONEX_SERVICE: 'payonex', PAYOUT_SERVICE: 'payonex' };
    const settings = { ...named, PAYONEX_URL: service.url, PAYONEX_KEY: 'k', PAYONEX_SECRET: 's' };
    const rows = async () => (await check(settings)).filter((row) => row.service.includes('payonex'));
    const both = ['bank (payonex)', 'gateway:PAYONEX (payonex)'];
    for (const [place, row] of (await rows()).entries()) {
      expect(row).toMatchObject({
        service: both[place],
        authorised: true,
        balance: '1234.5 baht',
        wrong: '',
      });
    }
    areKeysRight = false;
    for (const [place, row] of (await rows()).entries()) {
      const wrong = 'no token: code 40502: look at PAYONEX_KEY, PAYONEX_SECRET';
      expect(row).toMatchObject({ service: both[place], authorised: false, wrong });
    }
    await service.stop();
  });
});
