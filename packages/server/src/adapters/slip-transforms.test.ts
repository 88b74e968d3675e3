import { describe, expect, it } from 'vitest';
import { readSlip as readEasyslip } from './easyslip/transform.ts';
import type { ServiceAnswer } from './http/service-call.ts';
import { readSlip as readSlip2go } from './slip2go/transform.ts';
import { readMinutes } from './slip-delays.ts';
import { readSlip as readSlipok } from './slipok/transform.ts';

const ASKED = { sendingBank: '014', reference: 'REF1' };
const bankCodeOf = (number: string): string => (number === '004' ? 'KBANK' : number === '014' ? 'SCB' : '');
const answer = (status: number, body: Record<string, unknown>): ServiceAnswer => ({
  outcome: 'answer',
  status,
  body,
});
const FOUND = {
  outcome: 'done',
  value: {
    status: 'found',
    transfer: {
      amount: 123_450n,
      at: new Date('2026-01-02T03:04:05.000Z'),
      fromBankCode: 'SCB',
      fromAccountNo: 'xxxxx6789x',
      fromName: 'นาย สมชาย ใ',
      toBankCode: 'KBANK',
      toAccountNo: 'xxxxx3457x',
      toName: 'บจก. กระเป๋า',
    },
  },
};

describe('an answer of EasySlip', () => {
  const party = (id: string, account: string, th: string) => ({
    bank: { id, name: 'x', short: 'X' },
    account: { name: { th, en: 'MR. SOMCHAI' }, bank: { type: 'BANKAC', account } },
  });
  const raw = {
    payload: 'p',
    transRef: 'REF1',
    date: '2026-01-02T10:04:05+07:00',
    amount: { amount: 1234.5, local: { amount: 0, currency: '' } },
    sender: party('014', 'xxx-x-x6789-x', 'นาย สมชาย ใ'),
    receiver: party('004', 'xxx-x-x3457-x', 'บจก. กระเป๋า'),
  };
  const read = (rawSlip: object, status = 200) =>
    readEasyslip(answer(status, { success: true, data: { isDuplicate: false, rawSlip } }), ASKED, bankCodeOf);

  it('tells a transfer', () => expect(read(raw)).toEqual(FOUND));

  it.each([
    ['another reference', { ...raw, transRef: 'REF2' }],
    ['no amount', { ...raw, amount: {} }],
    ['an amount as text', { ...raw, amount: { amount: '1234.50' } }],
    ['an amount of nothing', { ...raw, amount: { amount: 0 } }],
    ['an amount finer than satang', { ...raw, amount: { amount: 1.234 } }],
    ['no time', { ...raw, date: '' }],
    [
      'a receiver with a proxy',
      { ...raw, receiver: { bank: { id: '004' }, account: { proxy: { account: 'x' } } } },
    ],
    ['no receiver', { ...raw, receiver: undefined }],
    ['nothing', {}],
  ])('tells nothing with %s', (_name, rawSlip) => {
    expect(read(rawSlip)).toMatchObject({ outcome: 'unknown' });
  });

  it('goes by the code, whatever the status', () => {
    const error = (code: string, status: number) =>
      readEasyslip(answer(status, { success: false, error: { code, message: 'x' } }), ASKED, bankCodeOf);
    for (const status of [200, 202, 404, 500]) {
      expect(error('SLIP_PENDING', status)).toMatchObject({ value: { status: 'delayed' } });
    }
    expect(error('SOMETHING_NEW', 400)).toEqual({ outcome: 'unknown', reason: 'SOMETHING_NEW', sent: true });
    expect(readEasyslip(answer(401, {}), ASKED, bankCodeOf)).toMatchObject({ reason: 'status 401' });
    expect(read(raw, 500)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('an answer of SlipOK', () => {
  const data = {
    transRef: 'REF1',
    sendingBank: '014',
    receivingBank: '004',
    transDate: '20260102',
    transTime: '10:04:05',
    sender: { displayName: 'นาย สมชาย ใ', name: 'Mr. Somchai', account: { value: 'xxx-x-x6789-x' } },
    receiver: { displayName: 'บจก. กระเป๋า', name: '', account: { value: 'xxx-x-x3457-x' } },
    amount: 1234.5,
  };
  const read = (body: Record<string, unknown>, status = 200) =>
    readSlipok(answer(status, body), ASKED, bankCodeOf);

  it('tells a transfer, with the time of either field', () => {
    expect(read({ success: true, data })).toEqual(FOUND);
    const stamped = { ...data, transDate: '', transTimestamp: '2026-01-02T03:04:05.000Z' };
    expect(read({ success: true, data: stamped })).toEqual(FOUND);
  });

  it.each(['1012', '1013', '1014'])('tells the transfer with the code %s', (code) => {
    expect(read({ code: Number(code), message: 'x', data }, 400)).toEqual(FOUND);
    expect(read({ code, message: 'x' }, 400)).toMatchObject({ outcome: 'unknown' });
  });

  it('waits as long as it says, within reason', () => {
    // 1009 names no time: the bank is asked again after a quarter of an hour.
    expect(read({ code: 1009, message: 'x' }, 400)).toMatchObject({ value: { retryAfterMs: 900_000 } });
    expect(read({ code: 1010, data: { delay: 5 } }, 400)).toMatchObject({ value: { retryAfterMs: 300_000 } });
    expect([readMinutes(0), readMinutes(1e9), readMinutes('x')]).toEqual([60_000, 3_600_000, 900_000]);
  });

  it.each([
    ['no receiving bank', { ...data, receivingBank: '' }],
    ['no account', { ...data, receiver: { displayName: 'x', proxy: { value: 'xxx1' } } }],
    ['no time', { ...data, transTime: '' }],
    ['another reference', { ...data, transRef: 'REF2' }],
  ])('tells nothing with %s', (_name, changed) => {
    expect(read({ success: true, data: changed })).toMatchObject({ outcome: 'unknown' });
  });
});

describe('an answer of Slip2Go', () => {
  const party = (id: string, account: string, name: string) => ({
    bank: { id },
    account: { name, bank: { account } },
  });
  const data = {
    referenceId: 'r',
    transRef: 'REF1',
    dateTime: '2026-01-02T03:04:05.000Z',
    amount: 1234.5,
    sender: party('014', 'xxx-x-x6789-x', 'นาย สมชาย ใ'),
    receiver: party('004', 'xxx-x-x3457-x', 'บจก. กระเป๋า'),
  };
  const read = (code: string, body: unknown = data) =>
    readSlip2go(answer(200, { code, message: 'x', data: body }), ASKED, bankCodeOf);

  it('tells a transfer, also one that was asked about before', () => {
    expect(read('200000')).toEqual(FOUND);
    expect(read('200501')).toEqual(FOUND);
  });

  it('tells nothing without its data, or by a code that no document names', () => {
    expect(read('200000', null)).toMatchObject({ outcome: 'unknown' });
    expect(read('200999')).toMatchObject({ outcome: 'unknown', reason: 'code 200999' });
    expect(readSlip2go(answer(502, {}), ASKED, bankCodeOf)).toMatchObject({ reason: 'status 502' });
  });
});
