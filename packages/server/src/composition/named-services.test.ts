import { beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { readSettings, SettingsError } from '../kernel/settings.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { connectCounterparties } from './counterparties.ts';
import { assertConnectable, describeFaults, findPartFaults } from './part-faults.ts';

const TWILIO = {
  SMS_SERVICE: 'twilio',
  SMS_KEY: `AC${'0'.repeat(32)}`,
  SMS_SECRET: 'a-secret-of-the-operator',
  SMS_SENDER: '+15005550006',
};

describe('a service that the settings name', () => {
  let content: Content;

  beforeAll(async () => {
    content = await readContent(DEMO_CONTENT);
  });

  const faults = async (environment: Record<string, string>): Promise<string[]> =>
    describeFaults(await findPartFaults(readSettings(environment), content));

  it('is connected by its own settings, and has a public address', async () => {
    expect(await faults(TWILIO)).toEqual([]);
    const { off } = await connectCounterparties(readSettings(TWILIO), content);
    expect([...off]).toEqual([]);
  });

  it.each([
    [
      { SMS_SERVICE: 'thaibulksms' },
      'SMS_KEY, SMS_SECRET, SMS_SENDER: must be set for SMS_SERVICE=thaibulksms',
    ],
    [
      { SMS_SERVICE: 'smsmkt', SMS_KEY: 'k', SMS_SENDER: 's' },
      'SMS_SECRET: must be set for SMS_SERVICE=smsmkt',
    ],
    [{ ...TWILIO, SMS_KEY: 'AC12' }, 'SMS_KEY: must be the SID of an account, AC…'],
    [{ ...TWILIO, SMS_COUNTRY: 'TH' }, 'SMS_COUNTRY: must be digits of a country code, such as 66'],
    [{ ...TWILIO, SMS_URL: 'api.twilio.com' }, 'SMS_URL: must be an address'],
    [
      { SMS_SERVICE: 'thaibulksms', SMS_KEY: 'k', SMS_SECRET: 's', SMS_SENDER: 'S', SMS_ROUTE: 'fast' },
      'SMS_ROUTE: must be standard or corporate',
    ],
  ])('has its fault told in one line: %j', async (environment, line) => {
    expect(await faults(environment)).toEqual([line]);
    await expect(assertConnectable(readSettings(environment), content)).rejects.toThrow(line);
    const { off } = await connectCounterparties(readSettings(environment), content);
    expect([...off]).toEqual(['sms']);
  });

  it.each([
    [{ SLIP_SERVICES: 'easyslip' }, 'SLIP_EASYSLIP_SECRET: must be set for SLIP_SERVICES=easyslip'],
    [
      { SLIP_SERVICES: 'easyslip, slipok', SLIP_EASYSLIP_SECRET: 's', SLIP_SLIPOK_SECRET: 's' },
      'SLIP_SLIPOK_BRANCH: must be set for SLIP_SERVICES=easyslip,slipok',
    ],
    [
      { SLIP_SERVICES: 'slipok', SLIP_SLIPOK_SECRET: 's', SLIP_SLIPOK_BRANCH: 'main' },
      'SLIP_SLIPOK_BRANCH: must be the number of a branch',
    ],
  ])('is one slip look-up of several: %j', async (environment, line) => {
    expect(await faults(environment)).toEqual([line]);
    const { off } = await connectCounterparties(readSettings(environment), content);
    expect([...off]).toEqual(['slip']);
  });

  it.each([
    [
      { PAYONEX_SERVICE: 'payonex' },
      'PAYONEX_KEY, PAYONEX_SECRET: must be set for PAYONEX_SERVICE=payonex',
      'gateway:PAYONEX',
    ],
    [
      { PAYOUT_SERVICE: 'payonex', PAYONEX_KEY: 'k' },
      'PAYONEX_SECRET: must be set for PAYOUT_SERVICE=payonex',
      'bank',
    ],
    [
      { PAYOUT_SERVICE: 'payonex', PAYONEX_KEY: 'k', PAYONEX_SECRET: 's', PAYONEX_BANKS: 'TTB' },
      'PAYONEX_BANKS: must be codes of banks and PayoneX’s codes, such as TTB=TMB, with commas between',
      'bank',
    ],
    [
      { PAYOUT_SERVICE: 'opn', OPN_SECRET: 'skey_1' },
      'OPN_WEBHOOK_SECRET: must be set for PAYOUT_SERVICE=opn',
      'bank',
    ],
    [
      { PAYOUT_SERVICE: 'opn', OPN_SECRET: 'skey_1', OPN_WEBHOOK_SECRET: 'A'.repeat(44), OPN_FEE: '30' },
      'OPN_FEE: must be the fee of a transfer in baht, such as 30.00',
      'bank',
    ],
    [
      { PAYOUT_SERVICE: 'opn', OPN_SECRET: 'pkey_1', OPN_WEBHOOK_SECRET: 'A'.repeat(44) },
      'OPN_SECRET: must be a secret key, skey_…',
      'bank',
    ],
    [
      { SLIP_SERVICES: 'scb', SLIP_SCB_KEY: 'k' },
      'SLIP_SCB_SECRET: must be set for SLIP_SERVICES=scb',
      'slip',
    ],
  ])('takes deposits or payouts: %j', async (environment, line, part) => {
    expect(await faults(environment)).toEqual([line]);
    const { off } = await connectCounterparties(readSettings(environment), content);
    expect([...off]).toEqual([part]);
  });

  it('leaves the bank without our own protocol where it is not needed', async () => {
    const url = { SANDBOX: '0', PAYONEX_KEY: 'k', PAYONEX_SECRET: 's', PAYOUT_SERVICE: 'payonex' };
    const ofBank = async (environment: Record<string, string>): Promise<string[]> =>
      (await findPartFaults(readSettings(environment), content)).flatMap(({ part, missing }) =>
        part === 'bank' ? missing : [],
      );
    expect(await ofBank(url)).toEqual(['BANK_URL', 'BANK_SECRET']);
    expect(await ofBank({ ...url, BANK_FEED: 'files' })).toEqual([]);
  });

  it('needs no secret where the link is the secret', async () => {
    expect(await faults({ GIFT_SERVICE: 'truemoney' })).toEqual([]);
    expect(await faults({ GIFT_SERVICE: 'truemoney', GIFT_URL: 'nowhere' })).toEqual([
      'GIFT_URL: must be an address',
    ]);
  });

  it.each([
    [
      { EWALLET_SERVICE: 'truemoney' },
      'EWALLET_SECRET, EWALLET_WALLET: must be set for EWALLET_SERVICE=truemoney',
    ],
    [
      { EWALLET_SERVICE: 'truemoney', EWALLET_SECRET: 's', EWALLET_WALLET: '66812345678' },
      'EWALLET_WALLET: must be the number of the wallet, ten digits',
    ],
  ])('reports by callbacks: %j', async (environment, line) => {
    expect(await faults(environment)).toEqual([line]);
  });

  it('is a support desk', async () => {
    const line = 'DESK_SECRET, DESK_INBOX, DESK_HMAC_TOKEN: must be set for DESK_SERVICE=chatwoot';
    expect(await faults({ DESK_SERVICE: 'chatwoot' })).toEqual([line]);
  });

  it.each([
    [{}, 'DESK_TOKEN, DESK_SECRET, DESK_CHAT: must be set for DESK_SERVICE=line'],
    [
      { DESK_TOKEN: 't', DESK_SECRET: 's', DESK_CHAT: 'support' },
      'DESK_CHAT: must be the id of a user, a group or a room: U, C or R and 32 digits of hex',
    ],
  ])('is a LINE official account: %j', async (environment, line) => {
    expect(await faults({ DESK_SERVICE: 'line', ...environment })).toEqual([line]);
  });

  it('is asked beside our own protocol where the settings say so', async () => {
    const SLIPS = { SLIP_SERVICES: 'house,slip2go', SLIP_SLIP2GO_SECRET: 's' };
    expect(await faults(SLIPS)).toEqual([]);
    expect(await faults({ ...SLIPS, SLIP_URL: 'nowhere' })).toEqual(['SLIP_URL: must be an address']);
  });

  it('must be one that there is', () => {
    expect(() => readSettings({ SLIP_SERVICES: 'easyslip,abacus' })).toThrow(/^SLIP_SERVICES[^\n]+$/);
    expect(() => readSettings({ SLIP_SERVICES: 'slipok,slipok' })).toThrow(
      'SLIP_SERVICES: must not name one twice',
    );
    expect(() => readSettings({ SMS_SERVICE: 'pigeon' })).toThrow(SettingsError);
    expect(() => readSettings({ SMS_SERVICE: 'pigeon' })).toThrow(/^SMS_SERVICE: [^\n]+$/);
  });

  it('never has its secret in a fault', async () => {
    const [line] = await faults({ ...TWILIO, SMS_KEY: 'a-wrong-key-of-the-operator' });
    expect(line).not.toContain('of-the-operator');
  });
});
