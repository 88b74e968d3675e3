import { PayonexClient } from '../adapters/payonex/client.ts';
import { createPayonexBank } from '../adapters/payonex/bank.ts';
import { createPayonexGateway } from '../adapters/payonex/gateway.ts';
import type { PayonexParts } from '../adapters/payonex/records.ts';
import { createScbGateway } from '../adapters/scb/gateway.ts';
import { isQr } from '../content/checks.ts';
import type { Content, GatewayAdapter } from '../content/schema.ts';
import type { ServiceNames, Settings } from '../kernel/settings.ts';
import type { Bank } from '../ports/bank.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { ByName, ChosenService, Create } from './named-service.ts';
import { OPN_BANK, OPN_GATEWAY } from './opn-service.ts';
import { BANK_PAIRS, gatewayOf, pairsOf } from './payment-settings.ts';
import { SCB, scbClient } from './scb-service.ts';
import { STRIPE_GATEWAY } from './stripe-service.ts';
import { SharedClients } from './shared-clients.ts';

/** What both halves of PayoneX need. */
const PAYONEX = {
  url: 'https://api.payonex.asia',
  settings: [
    { name: 'KEY' },
    { name: 'SECRET' },
    { ...BANK_PAIRS, expects: 'codes of banks and PayoneX’s codes, such as TTB=TMB, with commas between' },
  ],
} as const;

const payonexClients = new SharedClients<PayonexClient>();

const payonexParts: Create<PayonexParts> = (connection, told, { settings, records, part }) => {
  const [accessKey, secretKey] = [told('KEY'), told('SECRET')];
  const client = payonexClients.of(
    settings,
    [connection.baseUrl, accessKey, secretKey],
    () => new PayonexClient({ ...connection, accessKey, secretKey }),
  );
  return { client, records, bankCodes: pairsOf(told('BANKS')), gateway: gatewayOf(part) };
};

/** Services of payment gateways, by `adapter` in the content. */
export const GATEWAY_SERVICES: ByName<PaymentGateway, GatewayAdapter> = {
  payonex: { ...PAYONEX, create: (...given) => createPayonexGateway(payonexParts(...given)) },
  scb: {
    ...SCB,
    settings: [
      ...SCB.settings,
      { name: 'BILLER', pattern: /^\d{15}$/, expects: 'the number of a biller, 15 digits' },
      { name: 'PREFIX', pattern: /^[A-Z0-9]{1,8}$/, expects: 'one to eight capital letters or digits' },
    ],
    create: (...given) => {
      const [, told, { records, part }] = given;
      const [billerId, prefix, gateway] = [told('BILLER'), told('PREFIX'), gatewayOf(part)];
      return createScbGateway({ client: scbClient(...given), records, gateway, billerId, prefix });
    },
  },
  opn: OPN_GATEWAY,
  stripe: STRIPE_GATEWAY,
};

/** Services of payouts, by the value of `PAYOUT_SERVICE`. */
export const PAYOUT_SERVICES: ByName<Bank, ServiceNames['payouts']> = {
  payonex: { ...PAYONEX, create: (...given) => createPayonexBank(payonexParts(...given)) },
  opn: OPN_BANK,
};

type DepositAccounts = Content['depositAccounts'];

/**
 * Returns the protocol that content names for a gateway. An account that is switched off names it too, for the orders
 * that it may have.
 */
export function adapterOf({ banks }: DepositAccounts, code: string): GatewayAdapter {
  const accounts = banks.filter((account) => account.bankCode === code && isQr(account));
  const account = accounts.find(({ enabled }) => enabled) ?? accounts[0];
  return account?.adapter ?? 'house';
}

/** Returns the service of a gateway that content names; undefined where it speaks our own protocol. */
export function chosenGateway(
  { services }: Settings,
  accounts: DepositAccounts,
  code: string,
): ChosenService<PaymentGateway> | undefined {
  const name = adapterOf(accounts, code);
  const part = `gateway:${code}` as const;
  if (code === 'PAYONEX' && services.payonex === 'payonex' && (name === 'house' || name === 'payonex')) {
    const chosenBy = 'PAYONEX_SERVICE=payonex';
    return { name: 'payonex', part, prefix: 'PAYONEX', chosenBy, service: GATEWAY_SERVICES.payonex };
  }
  if (name === 'house') return undefined;
  const chosenBy = `adapter: ${name} of ${code}`;
  return { name, part, prefix: `GATEWAY_${code}`, chosenBy, service: GATEWAY_SERVICES[name] };
}

/** Returns the service of payouts that the settings name; undefined where it speaks our own protocol. */
export function chosenPayouts({ services }: Settings): ChosenService<Bank> | undefined {
  const { payouts: name } = services;
  if (name === 'house') return undefined;
  const [prefix, chosenBy] = [name.toUpperCase(), `PAYOUT_SERVICE=${name}`];
  return { name, part: 'bank', prefix, chosenBy, service: PAYOUT_SERVICES[name] };
}
