import { randomUUID } from 'node:crypto';
import type { FaultPort } from '@krapao/sandbox/faults/faults';
import { createChatwoot } from '../../adapters/chatwoot/client.ts';
import { createEasyslip } from '../../adapters/easyslip/client.ts';
import type { ServiceConnection } from '../../adapters/http/service-call.ts';
import { createLine } from '../../adapters/line/client.ts';
import { createSlip2go } from '../../adapters/slip2go/client.ts';
import { createSlipok } from '../../adapters/slipok/client.ts';
import { createSmsmkt } from '../../adapters/smsmkt/client.ts';
import { createThaibulksms } from '../../adapters/thaibulksms/client.ts';
import { createTruemoneyVouchers } from '../../adapters/truemoney-vouchers/client.ts';
import { createTwilio } from '../../adapters/twilio/client.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import type { Sms } from '../../ports/sms.ts';
import type { SupportDesk } from '../../ports/support-desk.ts';
import { withCredentials } from '../conformance/service-world.ts';
import { deskMessage } from '../desk-message.ts';
import { PAYMENT_TRIALS } from './payment-services.ts';
import type { Ground, ServiceTrial } from './service-outcomes.ts';

/** The emulators' credentials are those of docs/protocol/services.md. */
const WRONG = { 'a wrong secret': 'a-wrong-secret-of-the-test' };
const BANKS: Readonly<Record<string, string>> = { '004': 'KBANK', '014': 'SCB' };
const bankCodeOf = (number: string): string => BANKS[number] ?? '';

let phones = 0;

const sms = (
  service: string,
  connect: (connection: ServiceConnection, secret?: string) => Sms,
): ServiceTrial => ({
  service,
  port: `sms:${service}` as FaultPort,
  secrets: WRONG,
  limited: ['send'],
  calls: [
    {
      name: 'send',
      prepare: () => {
        phones += 1;
        const message = {
          reference: randomUUID(),
          to: `08${String(phones).padStart(8, '0')}`,
          text: 'รหัส 1',
        };
        return (connection, secret) => connect(connection, secret).send(message);
      },
    },
  ],
});

const slip = (
  service: string,
  connect: (connection: ServiceConnection, secret?: string) => SlipLookup,
): ServiceTrial => ({
  service,
  port: `slip:${service}` as FaultPort,
  secrets: WRONG,
  limited: ['lookUp'],
  calls: [
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
        return (connection, secret) => connect(connection, secret).lookUp({ sendingBank: '014', reference });
      },
    },
  ],
});

const desk = (
  service: string,
  secrets: ServiceTrial['secrets'],
  connect: (ground: Ground, connection: ServiceConnection, secret?: string) => SupportDesk,
): ServiceTrial => ({
  service,
  port: `desk:${service}` as FaultPort,
  secrets,
  limited: [],
  calls: [
    {
      name: 'deliver',
      prepare: (ground) => {
        const message = deskMessage(`krapao-${randomUUID()}`);
        return (connection, secret) => connect(ground, connection, secret).deliver(message);
      },
    },
  ],
});

async function newVoucher({ world }: Ground): Promise<{ code: string; mobile: string }> {
  const { link } = await world.outside.control<{ link: string }>('POST', '/gift', { amount: 1500 });
  return { code: new URL(link).searchParams.get('v') ?? '', mobile: '0899999999' };
}

const VOUCHERS: ServiceTrial = {
  service: 'truemoney-vouchers',
  port: 'gift:truemoney',
  secrets: {},
  limited: [],
  calls: [
    {
      name: 'redeem',
      prepare: async (ground) => {
        const gift = await newVoucher(ground);
        return (connection) => createTruemoneyVouchers(connection).redeem(gift);
      },
    },
    {
      name: 'ticket',
      prepare: async (ground) => {
        const gift = await newVoucher(ground);
        await createTruemoneyVouchers(ground.world.connection).redeem(gift);
        return (connection) => createTruemoneyVouchers(connection).ticket(gift);
      },
    },
  ],
};

/** The services with protocols of their own. */
export const SERVICE_TRIALS: readonly ServiceTrial[] = [
  sms('thaibulksms', (connection, secret = 'demo-thaibulksms-secret') =>
    createThaibulksms(
      withCredentials(connection, {
        key: 'demo-thaibulksms-key',
        secret,
        sender: 'KRAPAO',
        route: 'standard',
      }),
    ),
  ),
  sms('smsmkt', (connection, secret = 'demo-smsmkt-secret') =>
    createSmsmkt(withCredentials(connection, { key: 'demo-smsmkt-key', secret, sender: 'KRAPAO' })),
  ),
  sms('twilio', (connection, token = 'demo-twilio-token') =>
    createTwilio(
      withCredentials(connection, {
        account: 'ACdededededededededededededededede',
        token,
        from: '+15005550006',
        countryCode: '66',
      }),
    ),
  ),
  slip('easyslip', (connection, token = 'demo-easyslip-key') =>
    createEasyslip(withCredentials(connection, { bankCodeOf, token })),
  ),
  slip('slipok', (connection, key = 'demo-slipok-key') =>
    createSlipok(withCredentials(connection, { bankCodeOf, branch: '10001', key })),
  ),
  slip('slip2go', (connection, secret = 'demo-slip2go-secret') =>
    createSlip2go(withCredentials(connection, { bankCodeOf, secret })),
  ),
  VOUCHERS,
  ...PAYMENT_TRIALS,
  desk('chatwoot', WRONG, (_ground, connection, hmacToken = 'demo-chatwoot-hmac-token') =>
    createChatwoot(
      withCredentials(connection, {
        inbox: 'demo-chatwoot-inbox',
        hmacToken,
        webhookSecret: 'demo-chatwoot-webhook-secret',
      }),
    ),
  ),
  desk(
    'line',
    { ...WRONG, 'an expired token': 'demo-line-expired-token' },
    ({ database }, connection, token = 'demo-line-access-token') =>
      createLine(
        withCredentials(connection, {
          token,
          secret: 'demo-line-channel-secret',
          chat: `C${'de'.repeat(16)}`,
          records: createServiceRecords(database),
        }),
      ),
  ),
];
