import { createChatwoot } from '../adapters/chatwoot/client.ts';
import { createEasyslip } from '../adapters/easyslip/client.ts';
import { createLine } from '../adapters/line/client.ts';
import { createScbSlips } from '../adapters/scb/slips.ts';
import { createSlip2go } from '../adapters/slip2go/client.ts';
import { createSlipok } from '../adapters/slipok/client.ts';
import { createSmsmkt } from '../adapters/smsmkt/client.ts';
import { createThaibulksms } from '../adapters/thaibulksms/client.ts';
import { createTruemoneyVouchers } from '../adapters/truemoney-vouchers/client.ts';
import { createTruemoneyWebhook } from '../adapters/truemoney-webhook/client.ts';
import { createTwilio } from '../adapters/twilio/client.ts';
import type { ServiceNames, Settings } from '../kernel/settings.ts';
import type { EwalletWebhook } from '../ports/ewallet-webhook.ts';
import type { GiftWallet } from '../ports/gift-wallet.ts';
import type { SlipLookup } from '../ports/slip-lookup.ts';
import type { Sms } from '../ports/sms.ts';
import type { SupportDesk } from '../ports/support-desk.ts';
import type { ByName, ChosenService, ServiceGround, ServiceSetting } from './named-service.ts';
import type { PartFault } from './part-fault.ts';
import { SCB, scbClient } from './scb-service.ts';

const COUNTRY = { pattern: /^\d{1,3}$/, expects: 'digits of a country code, such as 66' };

/** SMS services, by the value of `SMS_SERVICE`. */
export const SMS_SERVICES: ByName<Sms, ServiceNames['sms']> = {
  thaibulksms: {
    url: 'https://api-v2.thaibulksms.com',
    settings: [
      { name: 'KEY' },
      { name: 'SECRET' },
      { name: 'SENDER' },
      {
        name: 'ROUTE',
        unset: 'standard',
        pattern: /^(standard|corporate)$/,
        expects: 'standard or corporate',
      },
    ],
    create: (connection, told) =>
      createThaibulksms({
        ...connection,
        key: told('KEY'),
        secret: told('SECRET'),
        sender: told('SENDER'),
        route: told('ROUTE'),
      }),
  },
  smsmkt: {
    url: 'https://portal-otp.smsmkt.com',
    settings: [{ name: 'KEY' }, { name: 'SECRET' }, { name: 'SENDER' }],
    create: (connection, told) =>
      createSmsmkt({ ...connection, key: told('KEY'), secret: told('SECRET'), sender: told('SENDER') }),
  },
  twilio: {
    url: 'https://api.twilio.com',
    settings: [
      { name: 'KEY', pattern: /^AC[0-9a-f]{32}$/i, expects: 'the SID of an account, AC…' },
      { name: 'SECRET' },
      { name: 'SENDER' },
      { name: 'COUNTRY', unset: '', ...COUNTRY },
    ],
    create: (connection, told, { settings: { laos } }) =>
      createTwilio({
        ...connection,
        account: told('KEY'),
        token: told('SECRET'),
        from: told('SENDER'),
        countryCode: told('COUNTRY') || (laos ? '856' : '66'),
      }),
  },
};

/** Slip look-ups, by their names in `SLIP_SERVICES`. */
export const SLIP_SERVICES: ByName<SlipLookup, ServiceNames['slips'][number]> = {
  easyslip: {
    url: 'https://api.easyslip.com',
    settings: [{ name: 'SECRET' }],
    create: (connection, told, { bankCodeOf }) =>
      createEasyslip({ ...connection, bankCodeOf, token: told('SECRET') }),
  },
  slipok: {
    url: 'https://api.slipok.com',
    settings: [
      { name: 'SECRET' },
      { name: 'BRANCH', pattern: /^\d{1,12}$/, expects: 'the number of a branch' },
    ],
    create: (connection, told, { bankCodeOf }) =>
      createSlipok({ ...connection, bankCodeOf, branch: told('BRANCH'), key: told('SECRET') }),
  },
  slip2go: {
    url: 'https://connect.slip2go.com',
    settings: [{ name: 'SECRET' }],
    create: (connection, told, { bankCodeOf }) =>
      createSlip2go({ ...connection, bankCodeOf, secret: told('SECRET') }),
  },
  scb: {
    ...SCB,
    create: (...given) => createScbSlips({ client: scbClient(...given), bankCodeOf: given[2].bankCodeOf }),
  },
};

/** Services of gift links, by the value of `GIFT_SERVICE`. */
export const GIFT_SERVICES: ByName<GiftWallet, ServiceNames['gift']> = {
  truemoney: { url: 'https://gift.truemoney.com', settings: [], create: createTruemoneyVouchers },
};

/** Support desks, by the value of `DESK_SERVICE`. */
export const DESK_SERVICES: ByName<SupportDesk, ServiceNames['desk']> = {
  chatwoot: {
    url: 'https://app.chatwoot.com',
    settings: [{ name: 'SECRET' }, { name: 'INBOX' }, { name: 'HMAC_TOKEN' }],
    create: (connection, told) =>
      createChatwoot({
        ...connection,
        inbox: told('INBOX'),
        hmacToken: told('HMAC_TOKEN'),
        webhookSecret: told('SECRET'),
      }),
  },
  line: {
    url: 'https://api.line.me',
    settings: [
      { name: 'TOKEN' },
      { name: 'SECRET' },
      {
        name: 'CHAT',
        pattern: /^[UCR][0-9a-f]{32}$/,
        expects: 'the id of a user, a group or a room: U, C or R and 32 digits of hex',
      },
    ],
    create: (connection, told, { records }) =>
      createLine({
        ...connection,
        records,
        token: told('TOKEN'),
        secret: told('SECRET'),
        chat: told('CHAT'),
      }),
  },
};

/** Digital wallets that report by callbacks, by the value of `EWALLET_SERVICE`. */
export const EWALLET_SERVICES: ByName<EwalletWebhook, ServiceNames['ewallet']> = {
  truemoney: {
    url: null,
    settings: [
      { name: 'SECRET' },
      { name: 'WALLET', pattern: /^0\d{9}$/, expects: 'the number of the wallet, ten digits' },
    ],
    create: (_connection, told) => createTruemoneyWebhook({ secret: told('SECRET'), wallet: told('WALLET') }),
  },
};

/** Returns the service's port, or the fault of its settings, in one line that names them. */
export function connectService<P>(ground: ServiceGround, chosen: ChosenService<P>): P | PartFault {
  const { part, prefix, chosenBy, service } = chosen;
  const { environment, counterpartyTimeoutMs: timeoutMs } = ground.settings;
  const valueOf = ({ name, unset }: ServiceSetting): string | undefined =>
    environment[`${prefix}_${name}`]?.trim() ?? unset;
  const lacking = service.settings.filter((setting) => valueOf(setting) === undefined);
  if (lacking.length > 0) {
    const names = lacking.map(({ name }) => `${prefix}_${name}`).join(', ');
    return { part, missing: [], fault: `${names}: must be set for ${chosenBy}` };
  }
  const wrong = service.settings.find(({ pattern, ...setting }) => {
    const value = environment[`${prefix}_${setting.name}`]?.trim();
    return value !== undefined && pattern !== undefined && !pattern.test(value);
  });
  if (wrong) return { part, missing: [], fault: `${prefix}_${wrong.name}: must be ${wrong.expects}` };
  const url = service.url === null ? null : (environment[`${prefix}_URL`]?.trim() ?? service.url);
  const baseUrl = (url ?? '').replace(/\/+$/, '');
  if (url !== null && (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)))
    return { part, missing: [], fault: `${prefix}_URL: must be an address` };
  const told = (name: string): string => {
    const setting = service.settings.find((one) => one.name === name);
    return (setting && valueOf(setting)) ?? '';
  };
  return service.create({ baseUrl, timeoutMs }, told, { ...ground, part });
}

export const isPartFault = (connected: object): connected is PartFault =>
  'part' in connected && 'missing' in connected;

/** Returns the SMS service that the settings name; undefined where it speaks our own protocol. */
export function chosenSms({ services }: Settings): ChosenService<Sms> | undefined {
  const { sms: name } = services;
  if (name === 'house') return undefined;
  return { name, part: 'sms', prefix: 'SMS', chosenBy: `SMS_SERVICE=${name}`, service: SMS_SERVICES[name] };
}

/** Returns the support desk that the settings name; undefined where it speaks our own protocol. */
export function chosenDesk({ services }: Settings): ChosenService<SupportDesk> | undefined {
  const { desk: name } = services;
  if (name === 'house') return undefined;
  return {
    name,
    part: 'desk',
    prefix: 'DESK',
    chosenBy: `DESK_SERVICE=${name}`,
    service: DESK_SERVICES[name],
  };
}

/** Returns the webhook of the digital wallet that the settings name; undefined where there is a feed instead. */
export function chosenEwallet({ services }: Settings): ChosenService<EwalletWebhook> | undefined {
  const { ewallet: name } = services;
  if (name === 'house') return undefined;
  const chosenBy = `EWALLET_SERVICE=${name}`;
  return { name, part: 'ewallet', prefix: 'EWALLET', chosenBy, service: EWALLET_SERVICES[name] };
}

/** Returns the service of gift links that the settings name; undefined where it speaks our own protocol. */
export function chosenGift({ services }: Settings): ChosenService<GiftWallet> | undefined {
  const { gift: name } = services;
  if (name === 'house') return undefined;
  return {
    name,
    part: 'gift',
    prefix: 'GIFT',
    chosenBy: `GIFT_SERVICE=${name}`,
    service: GIFT_SERVICES[name],
  };
}

/** Returns the slip look-ups that the settings name, in their order; `house` speaks our own protocol. */
export const chosenSlips = ({ services }: Settings): (ChosenService<SlipLookup> | 'house')[] =>
  services.slips.map((name) =>
    name === 'house'
      ? name
      : {
          name,
          part: 'slip',
          prefix: `SLIP_${name.toUpperCase()}`,
          chosenBy: `SLIP_SERVICES=${services.slips.join(',')}`,
          service: SLIP_SERVICES[name],
        },
  );
