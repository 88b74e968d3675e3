import { describe, expect, it } from 'vitest';
import { startWorld, testClock } from '../testing/world.ts';
import { otpCodeOf } from './inbox.ts';

describe('SMS', () => {
  it('delivers a message once per reference and shows a phone its own, newest first', async () => {
    const clock = testClock();
    const world = await startWorld({ now: clock.now });
    const message = { reference: 'a', to: '0812345678', text: 'รหัสยืนยัน 482913 ใช้ได้ 5 นาที' };
    const first = await world.call<{ id: string }>('POST', '/sms/messages', message);
    expect(first.status).toBe(202);
    expect(await world.call('POST', '/sms/messages', message)).toEqual(first);
    clock.forward(1000);
    await world.call('POST', '/sms/messages', { ...message, reference: 'b', text: 'no code in here' });
    await world.call('POST', '/sms/messages', { ...message, reference: 'c', to: '0899999999' });

    expect((await world.control('GET', '/control/sms?to=0812345678')).body).toEqual([
      { to: '0812345678', text: 'no code in here', otpCode: null, sentAt: '2026-01-02T03:04:06.000Z' },
      { to: '0812345678', text: message.text, otpCode: '482913', sentAt: '2026-01-02T03:04:05.000Z' },
    ]);
    expect((await world.control('GET', '/control/sms?to=0')).body).toEqual([]);
    expect((await world.control<unknown[]>('GET', '/control/sms')).body).toHaveLength(3);
  });

  it.each([
    ['no phone', { reference: 'a', text: 'x' }],
    ['a phone that is none', { reference: 'a', to: 'nobody', text: 'x' }],
    ['no text', { reference: 'a', to: '0812345678', text: '' }],
    ['a reference with blanks', { reference: 'a b', to: '0812345678', text: 'x' }],
    ['no body', undefined],
  ])('refuses a message with %s', async (_what, body) => {
    const world = await startWorld();
    const answer = await world.call<{ error: string }>('POST', '/sms/messages', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_body']);
    expect((await world.control('GET', '/control/sms')).body).toEqual([]);
  });
});

describe('the code in a message', () => {
  it.each([
    ['Your code is 1234.', '1234'],
    ['12345678', '12345678'],
    ['call 0812345678 with code 99887', '99887'],
    ['123 is too short', null],
  ])('%j has %j', (text, code) => {
    expect(otpCodeOf(text)).toBe(code);
  });
});
