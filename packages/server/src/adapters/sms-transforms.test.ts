import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from './http/service-call.ts';
import { isSamePhone, toInternational } from './phone-abroad.ts';
import { readSent as readSmsmkt } from './smsmkt/transform.ts';
import { readSent as readThaibulksms } from './thaibulksms/transform.ts';
import { readSent as readTwilio } from './twilio/transform.ts';

const TO = '0812345678';
const answer = (status: number, body: Record<string, unknown>): ServiceAnswer => ({
  outcome: 'answer',
  status,
  body,
});

describe('an answer of ThaiBulkSMS', () => {
  it.each([
    ['a number taken', 201, { phone_number_list: [{ number: '66812345678', message_id: 'm' }] }, 'done'],
    ['the other shape', 200, { data: [{ number: '0812345678' }], error: [] }, 'done'],
    ['a number as a number', 201, { phone_number_list: [{ number: 66812345678 }] }, 'done'],
    ['a bad number', 201, { phone_number_list: [], bad_phone_number_list: [{ number: TO }] }, 'refused'],
    ['a bad number in the other shape', 200, { data: [], error: [{ number: TO }] }, 'refused'],
    ['another number', 201, { phone_number_list: [{ number: '66812345679' }] }, 'unknown'],
    ['no lists', 201, { remaining_credit: 1 }, 'unknown'],
    ['an error', 400, { error: { code: 104, name: 'ERROR_NAME', description: 'x' } }, 'refused'],
    ['an error without a code', 400, {}, 'unknown'],
    ['too many calls', 429, { error: { code: 1 } }, 'unknown'],
    ['a failure', 502, { error: { code: 1 } }, 'unknown'],
  ])('is %s', (_name, status, body, outcome) => {
    expect(readThaibulksms(answer(status, body), TO).outcome).toBe(outcome);
  });
});

describe('an answer of SMSMKT', () => {
  it.each([
    ['success', 200, { code: '000', detail: 'OK.' }, 'done'],
    ['a code of its own', 200, { code: '107' }, 'unknown'],
    ['a refused call', 400, { code: '107' }, 'refused'],
    ['success of a refused call', 400, { code: '000' }, 'unknown'],
    ['nothing', 200, {}, 'unknown'],
    ['a failure', 500, { code: '900' }, 'unknown'],
  ])('is %s', (_name, status, body, outcome) => {
    expect(readSmsmkt(answer(status, body)).outcome).toBe(outcome);
  });
});

describe('an answer of Twilio', () => {
  it.each([
    ['queued', 201, { sid: 'SM1', status: 'queued' }, 'done'],
    ['failed', 201, { sid: 'SM1', status: 'failed', error_code: 30008 }, 'refused'],
    ['a status of the future', 201, { sid: 'SM1', status: 'teleported' }, 'unknown'],
    ['no sid', 201, { status: 'queued' }, 'unknown'],
    ['an error', 400, { code: 21211, status: 400, message: 'Invalid' }, 'refused'],
    ['an error without a code', 401, {}, 'unknown'],
    ['too many calls', 429, { code: 20429, status: 429 }, 'unknown'],
    ['a failure', 503, { code: 20500 }, 'unknown'],
  ])('is %s', (_name, status, body, outcome) => {
    expect(readTwilio(answer(status, body)).outcome).toBe(outcome);
  });

  it('names no more of an error than its code', () => {
    const told = readTwilio(answer(401, { code: 20003, message: 'Authenticate: secret' }));
    expect(told).toEqual({ outcome: 'refused', reason: 'code 20003' });
  });
});

describe('a phone number abroad', () => {
  it('begins with the country', () => {
    expect(toInternational('0812345678', '66')).toBe('66812345678');
    expect(toInternational('02055123456', '856')).toBe('8562055123456');
    expect(toInternational('+66812345678', '856')).toBe('66812345678');
  });

  it('is the same in both forms', () => {
    expect(isSamePhone('0812345678', '66812345678')).toBe(true);
    expect(isSamePhone('+66812345678', '0812345678')).toBe(true);
    expect(isSamePhone('0812345678', '0812345679')).toBe(false);
    expect(isSamePhone('0812345678', '')).toBe(false);
    expect(isSamePhone('', '')).toBe(false);
  });
});
