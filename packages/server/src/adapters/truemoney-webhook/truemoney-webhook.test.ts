import { describe, expect, it } from 'vitest';
import { createTruemoneyWebhook } from './client.ts';
import { readTransfer } from './transform.ts';

const WALLET = '0899999999';
const CLAIMS = {
  event_type: 'P2P',
  received_time: '2026-01-02T10:04:05+07:00',
  amount: 12_550,
  sender_mobile: '0812345678',
  sender_name: 'สมชาย',
  transaction_id: '50001',
  message: 'a',
};
const TRANSFER = {
  transactionId: '50001',
  senderMobile: '0812345678',
  toWallet: WALLET,
  amount: 12_550n,
  at: new Date('2026-01-02T03:04:05Z'),
};

const webhook = (secret = 'a-merchant-secret') => createTruemoneyWebhook({ secret, wallet: WALLET });
const read = (message: unknown, port = webhook()) =>
  port.readCallback({ path: '/api/callback/ewallet', headers: {}, rawBody: JSON.stringify({ message }) });

describe('a token of TrueMoney', () => {
  // python3: b64 = lambda b: base64.urlsafe_b64encode(b).rstrip(b'=')
  //   t = b64(header) + b'.' + b64(claims); t + b'.' + b64(hmac.new(secret, t, 'sha256').digest())
  it.each([
    [
      'a-merchant-secret',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJldmVudF90eXBlIjoiUDJQIiwicmVjZWl2ZWRfdGltZSI6IjIwMjYtMDEtMDJUMTA6MDQ6MDUrMDc6MDAiLCJhbW91bnQiOjEyNTUwLCJzZW5kZXJfbW9iaWxlIjoiMDgxMjM0NTY3OCIsInRyYW5zYWN0aW9uX2lkIjoiNTAwMDEifQ.k55t_qFKgiXTP0K2FogHqImsMaDf2X-vK7qZ3KkLyZ0',
      '50001',
    ],
    [
      'k',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJldmVudF90eXBlIjoiUDJQIiwicmVjZWl2ZWRfdGltZSI6IjIwMjYtMDEtMDJUMTA6MDQ6MDUrMDc6MDAiLCJhbW91bnQiOjEyNTUwLCJzZW5kZXJfbW9iaWxlIjoiMDgxMjM0NTY3OCIsInRyYW5zYWN0aW9uX2lkIjoiVC0yIn0.IS6QAFrQZG-SEvDT_BzvjWGlmjAgLhUQpi0UP926Cv4',
      'T-2',
    ],
    [
      'ความลับ',
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJldmVudF90eXBlIjoiUDJQIiwicmVjZWl2ZWRfdGltZSI6IjIwMjYtMDEtMDJUMTA6MDQ6MDUrMDc6MDAiLCJhbW91bnQiOjEyNTUwLCJzZW5kZXJfbW9iaWxlIjoiMDgxMjM0NTY3OCIsInRyYW5zYWN0aW9uX2lkIjoiNTAwMDMifQ.Su-vrm9FVQTrrpvvMVmxKHiyNUicE_GsJbJN_oQseNA',
      '50003',
    ],
  ])('is verified as another tool signs it: %s', async (secret, token, transactionId) => {
    expect(await read(token, webhook(secret))).toMatchObject({ transactionId, amount: 12_550n });
    expect(await read(token, webhook(`${secret}x`))).toBeNull();
    expect(await read(`${token.slice(0, -2)}AA`, webhook(secret))).toBeNull();
  });

  it('is signed by HS256 and by nothing else', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await read(`${part({ alg: 'none' })}.${part(CLAIMS)}.`)).toBeNull();
    expect(await read(undefined)).toBeNull();
    expect(await read({ alg: 'HS256' })).toBeNull();
    const callback = { path: '/', headers: {}, rawBody: 'no JSON' };
    expect(await webhook().readCallback(callback)).toBeNull();
  });
});

describe('the claims of TrueMoney', () => {
  it('are a transfer to the operator’s wallet', () => {
    expect(readTransfer(CLAIMS, WALLET)).toEqual(TRANSFER);
    expect(readTransfer({ ...CLAIMS, new_field: {} }, WALLET)).toEqual(TRANSFER);
  });

  it('without an id get one of what they tell', () => {
    const { transaction_id: _id, ...without } = CLAIMS;
    const idOf = (claims: object) => {
      const transfer = readTransfer({ ...without, ...claims }, WALLET);
      return typeof transfer === 'string' ? transfer : transfer.transactionId;
    };
    expect(idOf({})).toMatch(/^told-[0-9a-f]{32}$/);
    expect(idOf({})).toBe(idOf({ sender_name: 'another spelling' }));
    const others = [
      { amount: 1 },
      { sender_mobile: '0812345679' },
      { received_time: '2026-01-02T10:04:06+07:00' },
    ];
    expect(new Set([{}, ...others].map(idOf)).size).toBe(4);
  });

  it.each([
    ['another event', { event_type: 'TOPUP' }],
    ['no event', { event_type: undefined }],
    ['no amount', { amount: undefined }],
    ['an amount in baht', { amount: 125.5 }],
    ['an amount as text', { amount: '12550' }],
    ['an amount of nothing', { amount: 0 }],
    ['no time', { received_time: '' }],
    ['a year of the Buddhist era', { received_time: '2569-01-02T10:04:05+07:00' }],
    ['no sender', { sender_mobile: '' }],
  ])('are set aside with %s, and can be read again', (_name, changes) => {
    const claims = { ...CLAIMS, ...changes };
    expect(readTransfer(claims, WALLET)).toEqual(expect.stringMatching(/./));
    expect(webhook().readKept(JSON.stringify(claims))).toBe(readTransfer(claims, WALLET));
    expect(webhook().readKept(JSON.stringify(CLAIMS))).toEqual(TRANSFER);
  });
});
