import type { ServiceConnection } from '../adapters/http/service-call.ts';
import { createPayonexBank } from '../adapters/payonex/bank.ts';
import { PayonexClient } from '../adapters/payonex/client.ts';
import { createPayonexGateway } from '../adapters/payonex/gateway.ts';
import type { PayonexParts } from '../adapters/payonex/records.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { ChosenService, NamedService, ServiceGround } from './named-services.ts';

/** What both halves of PayoneX need: they share its settings, and one token. */
const PAYONEX = {
  url: 'https://api.payonex.asia',
  settings: [
    { name: 'KEY' },
    { name: 'SECRET' },
    {
      name: 'BANKS',
      unset: '',
      pattern: /^\w+=\w+(,\w+=\w+)*$/,
      expects: 'codes of banks and PayoneX’s codes, such as TTB=TMB, with commas between',
    },
  ],
} as const;

/** The client of each installation's settings, so that gateway and payouts share a token. */
const clients = new WeakMap<Settings, PayonexClient>();

function payonexParts(
  connection: ServiceConnection,
  told: (name: string) => string,
  { settings, records }: ServiceGround,
): PayonexParts {
  const known = clients.get(settings);
  const client =
    known ?? new PayonexClient({ ...connection, accessKey: told('KEY'), secretKey: told('SECRET') });
  clients.set(settings, client);
  const pairs = told('BANKS') === '' ? [] : told('BANKS').split(',');
  const bankCodes = new Map(pairs.map((pair) => pair.split('=') as [string, string]));
  return { client, records, bankCodes };
}

const PAYONEX_GATEWAY: NamedService<PaymentGateway> = {
  ...PAYONEX,
  create: (...given) => createPayonexGateway(payonexParts(...given)),
};

const PAYONEX_BANK: NamedService<Bank> = {
  ...PAYONEX,
  create: (...given) => createPayonexBank(payonexParts(...given)),
};

/** Returns the service of a gateway that the settings name; undefined where it speaks our own protocol. */
export function chosenGateway(
  { services }: Settings,
  code: string,
): ChosenService<PaymentGateway> | undefined {
  if (code !== 'PAYONEX' || services.payonex === 'house') return undefined;
  const chosenBy = 'PAYONEX_SERVICE=payonex';
  return { name: 'payonex', part: `gateway:${code}`, prefix: 'PAYONEX', chosenBy, service: PAYONEX_GATEWAY };
}

/** Returns the service of payouts that the settings name; undefined where it speaks our own protocol. */
export function chosenPayouts({ services }: Settings): ChosenService<Bank> | undefined {
  if (services.payouts === 'house') return undefined;
  const chosenBy = 'PAYOUT_SERVICE=payonex';
  return { name: 'payonex', part: 'bank', prefix: 'PAYONEX', chosenBy, service: PAYONEX_BANK };
}
