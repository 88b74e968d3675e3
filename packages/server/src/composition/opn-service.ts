import { parseDecimal, ZERO } from '@krapao/contract/money';
import { OpnClient } from '../adapters/opn/client.ts';
import { createOpnBank } from '../adapters/opn/bank.ts';
import { createOpnGateway } from '../adapters/opn/gateway.ts';
import type { Bank } from '../ports/bank.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { Create, NamedService } from './named-service.ts';
import { BANK_PAIRS, gatewayOf, pairsOf } from './payment-settings.ts';
import { readQrPicture } from './qr-pictures.ts';

const OPN = {
  url: 'https://api.omise.co',
  settings: [
    { name: 'SECRET', pattern: /^skey_\w+$/, expects: 'a secret key, skey_…' },
    {
      name: 'WEBHOOK_SECRET',
      pattern: /^[A-Za-z0-9+/]{16,}={0,2}$/,
      expects: 'the secret of the webhooks, in base64',
    },
  ],
} as const;

const opnClient: Create<OpnClient> = (connection, told) =>
  new OpnClient({ ...connection, secretKey: told('SECRET') });

export const OPN_GATEWAY: NamedService<PaymentGateway> = {
  ...OPN,
  create: (...given) => {
    const [, told, { records, part }] = given;
    return createOpnGateway({
      client: opnClient(...given),
      records,
      gateway: gatewayOf(part),
      webhookSecret: told('WEBHOOK_SECRET'),
      readQr: readQrPicture,
    });
  },
};

export const OPN_BANK: NamedService<Bank> = {
  ...OPN,
  settings: [
    ...OPN.settings,
    { ...BANK_PAIRS, expects: 'codes of banks and Opn’s codes, such as TTB=ttb, with commas between' },
    {
      name: 'FEE',
      unset: '30.00',
      pattern: /^\d{1,4}\.\d\d$/,
      expects: 'the fee of a transfer in baht, such as 30.00',
    },
  ],
  create: (...given) => {
    const [, told, { records }] = given;
    return createOpnBank({
      client: opnClient(...given),
      records,
      webhookSecret: told('WEBHOOK_SECRET'),
      bankCodes: pairsOf(told('BANKS')),
      fee: parseDecimal(told('FEE')) ?? ZERO,
    });
  },
};
