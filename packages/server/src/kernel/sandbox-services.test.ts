import { describe, expect, it } from 'vitest';
import { HOUSE_SERVICES } from './sandbox-services.ts';
import { settingsInForce } from './settings-in-force.ts';
import { readSettings } from './settings.ts';

const HOUSE = {
  sms: 'house',
  ewallet: 'house',
  desk: 'house',
  gift: 'house',
  payonex: 'house',
  payouts: 'house',
  bankFeed: 'house',
  slips: ['house'],
};
const SANDBOX = { SANDBOX_URL: 'http://127.0.0.1:8200/' };

describe('the services of the sandbox', () => {
  it('are played where the settings name none', () => {
    const { services, environment } = readSettings(SANDBOX);
    expect(services).toEqual({
      ...HOUSE,
      sms: 'thaibulksms',
      slips: ['easyslip', 'slipok'],
      payonex: 'payonex',
      gift: 'truemoney',
    });
    expect(environment).toMatchObject({
      SMS_URL: 'http://127.0.0.1:8200/thaibulksms',
      SLIP_EASYSLIP_URL: 'http://127.0.0.1:8200/easyslip',
      SLIP_SLIPOK_URL: 'http://127.0.0.1:8200/slipok',
      PAYONEX_URL: 'http://127.0.0.1:8200/payonex',
      GIFT_URL: 'http://127.0.0.1:8200/truemoney',
    });
    expect(readSettings({ SANDBOX_PORT: '8300' }).environment).toMatchObject({
      SMS_URL: 'http://127.0.0.1:8300/thaibulksms',
    });
  });

  it.each([
    [{ SMS_URL: 'https://sms.example' }, { sms: 'house' }],
    [{ SMS_SECRET: 'a secret' }, { sms: 'house' }],
    [{ SLIP_URL: 'https://slips.example' }, { slips: ['house'] }],
    [{ SLIP_SERVICES: 'slip2go' }, { slips: ['slip2go'] }],
    [{ SLIP_KEEP_DAYS: '30' }, { slips: ['easyslip', 'slipok'] }],
    [{ GATEWAY_PAYONEX_URL: 'https://qr.example' }, { payonex: 'house' }],
    [{ PAYONEX_KEY: 'a key' }, { payonex: 'house' }],
    [{ GIFT_URL: 'https://gifts.example' }, { gift: 'house' }],
  ])('give way to the operator’s own: %j', (own, services) => {
    const read = readSettings({ ...SANDBOX, ...own });
    expect(read.services).toMatchObject(services);
    expect(read.environment).toMatchObject(own);
  });

  it.each([{ SANDBOX: '0' }, { LAOS: '1' }, HOUSE_SERVICES])('are none with %j', (given) => {
    const { services, environment } = readSettings({ ...SANDBOX, ...given });
    expect(services).toEqual(HOUSE);
    expect(environment).not.toHaveProperty('SMS_URL');
  });

  it('are defaults to the staff, and no settings of the operator', () => {
    const shown = settingsInForce(readSettings(SANDBOX));
    expect(shown.find(({ name }) => name === 'SMS_SERVICE')).toMatchObject({
      value: 'thaibulksms',
      source: 'default',
    });
    expect(shown.filter(({ section }) => section === 'Counterparties')).toEqual([]);
  });
});
