/** Trials of the services that take and pay out money. The emulators' credentials are those of docs/protocol. */
import { minor } from '@krapao/contract/money';
import { ERRORS as OPN_ERRORS } from '@krapao/sandbox/opn/errors';
import { ERRORS as SCB_ERRORS } from '@krapao/sandbox/scb/errors';
import { randomUUID } from 'node:crypto';
import type { ServiceConnection } from '../../adapters/http/service-call.ts';
import { createOpnBank } from '../../adapters/opn/bank.ts';
import { OpnClient } from '../../adapters/opn/client.ts';
import { createOpnGateway } from '../../adapters/opn/gateway.ts';
import { createPayonexBank } from '../../adapters/payonex/bank.ts';
import { PayonexClient } from '../../adapters/payonex/client.ts';
import { createPayonexGateway } from '../../adapters/payonex/gateway.ts';
import { ScbClient } from '../../adapters/scb/client.ts';
import { createScbGateway } from '../../adapters/scb/gateway.ts';
import { createScbSlips } from '../../adapters/scb/slips.ts';
import { StripeClient } from '../../adapters/stripe/client.ts';
import { createStripeGateway } from '../../adapters/stripe/gateway.ts';
import { readQrPicture } from '../../composition/qr-pictures.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { Bank } from '../../ports/bank.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { withCredentials } from '../conformance/service-world.ts';
import type { CallTrial, Ground, ServiceTrial } from './service-outcomes.ts';

const WRONG = { 'a wrong secret': 'a-wrong-secret-of-the-test' };
const CALLBACK = 'http://127.0.0.1:1/';
const AMOUNT = minor(30_050n);

type Connect<T> = (ground: Ground, connection: ServiceConnection, secret?: string) => T;

/** The calls of a gateway. */
function gatewayCalls(connect: Connect<PaymentGateway>): CallTrial[] {
  const newOrder = () => ({
    reference: randomUUID(),
    amount: AMOUNT,
    currency: 'BAHT' as const,
    expiresAt: new Date(Date.now() + 900_000),
    callbackUrl: CALLBACK,
    payer: { name: 'สมหญิง ใจดี', bankCode: 'TTB', accountNo: '1234567890' },
  });
  return [
    {
      name: 'createOrder',
      prepare: (ground) => {
        const order = newOrder();
        return (connection, secret) => connect(ground, connection, secret).createOrder(order);
      },
    },
    {
      name: 'payments',
      prepare: async (ground) => {
        const order = newOrder();
        await connect(ground, ground.world.connection).createOrder(order);
        return (connection, secret) => connect(ground, connection, secret).payments(order.reference);
      },
    },
  ];
}

/** The calls of a bank. */
function bankCalls(connect: Connect<Bank>): CallTrial[] {
  const newPayout = () => ({
    reference: randomUUID(),
    amount: AMOUNT,
    toBankCode: 'KBANK',
    toAccountNo: '0987654321',
    toAccountName: 'SOMYING JAIDEE',
    callbackUrl: CALLBACK,
  });
  return [
    {
      name: 'payOut',
      prepare: (ground) => {
        const payout = newPayout();
        return (connection, secret) => connect(ground, connection, secret).payOut(payout);
      },
    },
    {
      name: 'lookUp',
      prepare: async (ground) => {
        const payout = newPayout();
        await connect(ground, ground.world.connection).payOut(payout);
        return (connection, secret) => connect(ground, connection, secret).lookUp(payout.reference);
      },
    },
  ];
}

const payonexParts: Connect<Parameters<typeof createPayonexGateway>[0]> = (
  { database },
  connection,
  secretKey = 'demo-payonex-secret-key',
) => ({
  client: new PayonexClient(withCredentials(connection, { accessKey: 'demo-payonex-access-key', secretKey })),
  records: createServiceRecords(database),
  bankCodes: new Map([['TTB', 'TMB']]),
  gateway: 'PAYONEX',
});

const PAYONEX: ServiceTrial = {
  service: 'payonex',
  port: 'gateway:payonex',
  alsoStruck: 'bank:payonex',
  secrets: WRONG,
  limited: ['createOrder', 'payOut'],
  errorAnswer: (path, code) =>
    /^\/transactions[/?]/.test(path)
      ? { status: Number(code.slice(0, 3)), body: { success: false, code, message: 'x' } }
      : undefined,
  calls: [
    ...gatewayCalls((...given) => createPayonexGateway(payonexParts(...given))),
    ...bankCalls((...given) => createPayonexBank({ ...payonexParts(...given), gateway: '' })),
  ],
};

const scbClient = (connection: ServiceConnection, applicationSecret = 'demo-scb-application-secret') =>
  new ScbClient(
    withCredentials(connection, { applicationKey: 'demo-scb-application-key', applicationSecret }),
  );

/** Every call fetches a token first, which an error does not hit. */
const SCB: ServiceTrial = {
  service: 'scb',
  port: 'gateway:scb',
  alsoStruck: 'slip:scb',
  secrets: WRONG,
  limited: ['createOrder', 'payments', 'lookUp'],
  errorAnswer: (path, name) =>
    path.startsWith('/v1/payment/') ? answerOf(SCB_ERRORS[name as keyof typeof SCB_ERRORS]) : undefined,
  calls: [
    ...gatewayCalls(({ database }, connection, secret) =>
      createScbGateway({
        client: scbClient(connection, secret),
        records: createServiceRecords(database),
        gateway: 'SCB',
        billerId: '000000000000001',
        prefix: 'KRP',
      }),
    ),
    {
      name: 'lookUp',
      prepare: async ({ world }) => {
        const { reference } = await world.outside.control<{ reference: string }>('POST', '/bank/transfer', {
          fromBankCode: 'SCB',
          fromAccountNo: '1234567890',
          fromName: 'สมชาย ใจดี',
          toAccountNo: '0001234572',
          amount: 1234.5,
        });
        const banks: Readonly<Record<string, string>> = { '004': 'KBANK', '014': 'SCB' };
        const bankCodeOf = (number: string): string => banks[number] ?? '';
        return (connection, secret) =>
          createScbSlips({ client: scbClient(connection, secret), bankCodeOf }).lookUp({
            sendingBank: '014',
            reference,
          });
      },
    },
  ],
};

const opnParts: Connect<{
  client: OpnClient;
  records: ReturnType<typeof createServiceRecords>;
  webhookSecret: string;
}> = ({ database }, connection, secretKey = 'skey_test_demo') => ({
  client: new OpnClient(withCredentials(connection, { secretKey })),
  records: createServiceRecords(database),
  webhookSecret: 'ZGVtby1vcG4td2ViaG9vay1zZWNyZXQ=',
});

/** A payout enters its receiver first, which an error does not hit. */
const OPN: ServiceTrial = {
  service: 'opn',
  port: 'gateway:opn',
  alsoStruck: 'bank:opn',
  secrets: WRONG,
  limited: ['createOrder', 'payOut'],
  errorAnswer: (path, name) =>
    path.startsWith('/recipients') ? undefined : answerOf(OPN_ERRORS[name as keyof typeof OPN_ERRORS]),
  calls: [
    ...gatewayCalls((...given) =>
      createOpnGateway({ ...opnParts(...given), gateway: 'OPN', readQr: readQrPicture }),
    ),
    ...bankCalls((...given) =>
      createOpnBank({ ...opnParts(...given), bankCodes: new Map(), fee: minor(3_000n) }),
    ),
  ],
};

const STRIPE: ServiceTrial = {
  service: 'stripe',
  port: 'gateway:stripe',
  secrets: WRONG,
  limited: ['createOrder'],
  calls: gatewayCalls(({ database }, connection, secretKey = 'sk_test_demo') =>
    createStripeGateway({
      client: new StripeClient(withCredentials(connection, { secretKey })),
      records: createServiceRecords(database),
      gateway: 'STRIPE',
      webhookSecret: 'whsec_demo_stripe',
      email: 'cashier@operator.example',
    }),
  ),
};

const answerOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body: body as object });

export const PAYMENT_TRIALS: readonly ServiceTrial[] = [PAYONEX, SCB, OPN, STRIPE];
