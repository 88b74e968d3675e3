/** Checks of the ports with one or two calls: text messages, slip look-up, gift links, support desk. */
import { randomUUID } from 'node:crypto';
import { fresh, replyOf, signatureChecks, type Check } from './checks.ts';
import { demand } from './client.ts';

const message = { reference: fresh(), to: '0812345678', text: 'Krapao: a test message' };

export const smsChecks: readonly Check[] = [
  ...signatureChecks({ method: 'POST', path: '/messages', body: message }),
  {
    name: 'sends a message once for each reference',
    run: async (client) => {
      const body = { ...message, reference: fresh() };
      const send = () =>
        client.expect('POST', '/messages', { body, status: 202, schema: replyOf('sms', 'POST /messages') });
      const [first, again] = [await send(), await send()];
      demand(first.id === again.id, 'a repeat is a message of its own');
    },
  },
  {
    name: 'refuses a number that is none',
    run: (client) =>
      client.expectRefusal('POST', '/messages', {
        body: { ...message, reference: fresh(), to: 'mother' },
        status: 400,
        code: 'bad_body',
      }),
  },
];

export const slipLookupChecks: readonly Check[] = [
  ...signatureChecks({
    method: 'POST',
    path: '/lookup',
    body: { sendingBank: '004', reference: 'KIT0000000001' },
  }),
  {
    name: 'does not find a transfer that was never made',
    run: async (client) => {
      const answer = await client.expect('POST', '/lookup', {
        body: { sendingBank: '004', reference: `KIT${Date.now()}` },
        schema: replyOf('slip-lookup', 'POST /lookup'),
      });
      demand(answer.status === 'not_found', `the answer is ${answer.status}`);
    },
  },
];

export const giftWalletChecks: readonly Check[] = [
  {
    name: 'knows no voucher that was never made',
    run: async (client) => {
      const code = `kit${randomUUID().replaceAll('-', '')}`;
      const answer = await client.expect('GET', `/campaign/vouchers/${code}/verify?mobile=0812345678`, {
        status: 404,
        schema: replyOf('gift-wallet', 'GET /campaign/vouchers/:code/verify'),
      });
      demand(answer.status.code === 'VOUCHER_NOT_FOUND', `the code is ${answer.status.code}`);
    },
  },
];

const deskMessage = () => ({
  room: 'krapao-kit',
  callbackUrl: 'http://127.0.0.1:9/callback',
  message: {
    _id: randomUUID(),
    name: 'Kit',
    message: { message_type: 'text', payload: { text: 'a test message' } },
  },
});

export const supportDeskChecks: readonly Check[] = [
  ...signatureChecks({ method: 'POST', path: '/messages', body: deskMessage() }),
  {
    name: 'takes a message once for each id',
    run: async (client) => {
      const body = deskMessage();
      const send = () =>
        client.expect('POST', '/messages', {
          body,
          status: 202,
          schema: replyOf('support-desk', 'POST /messages'),
        });
      const [first, again] = [await send(), await send()];
      demand(first.id === again.id, 'a repeat is a message of its own');
    },
  },
];
