import { describe, expect, it } from 'vitest';
import { basic, raw, type RawCall } from '../testing/raw.ts';
import { startWorld, type TestWorld } from '../testing/world.ts';

const THAIBULKSMS = basic('demo-thaibulksms-key', 'demo-thaibulksms-secret');
const SMSMKT = { api_key: 'demo-smsmkt-key', secret_key: 'demo-smsmkt-secret' };
const SID = 'ACdededededededededededededededede';
const TWILIO = basic(SID, 'demo-twilio-token');
const TWILIO_PATH = `/twilio/2010-04-01/Accounts/${SID}`;

const inbox = async (world: TestWorld, to = '0812345678') =>
  (await world.control<{ text: string }[]>('GET', `/control/sms?to=${to}`)).body.map(({ text }) => text);

const fault = (world: TestWorld, port: string, kind: string) =>
  world.control('POST', '/control/faults', { port, kind, rate: 1 });

/** A good call of each service; the message is `code 482913`. */
const GOOD: Record<string, { path: string; call: RawCall }> = {
  thaibulksms: {
    path: '/thaibulksms/sms',
    call: { headers: THAIBULKSMS, form: { msisdn: '66812345678', message: 'code 482913', sender: 'Krapao' } },
  },
  smsmkt: {
    path: '/smsmkt/api/send-message',
    call: { headers: SMSMKT, form: { phone: '0812345678', message: 'code 482913', sender: 'Krapao' } },
  },
  twilio: {
    path: `${TWILIO_PATH}/Messages.json`,
    call: { headers: TWILIO, form: { To: '+66812345678', From: '+15005550006', Body: 'code 482913' } },
  },
};

describe('ThaiBulkSMS', () => {
  it('sends to each number, lists the bad ones, and counts the credit', async () => {
    const world = await startWorld();
    const form = { msisdn: '0812345678,66899999999,12', message: 'x'.repeat(161), sender: 'Krapao' };
    const sent = await raw(`${world.url}/thaibulksms/sms`, { headers: THAIBULKSMS, form });
    const message = { message_id: expect.any(String) as string, used_credit: 2 };
    expect(sent).toMatchObject({
      status: 201,
      body: {
        remaining_credit: 99_996,
        credit_type: 'standard',
        phone_number_list: [
          { ...message, number: '66812345678' },
          { ...message, number: '66899999999' },
        ],
        bad_phone_number_list: [{ number: '12', message: expect.any(String) as string }],
      },
    });
    expect(await raw(`${world.url}/thaibulksms/credit`, { headers: THAIBULKSMS })).toMatchObject({
      status: 200,
      body: { remaining_credit: { standard: 99_996, corporate: 100_000 } },
    });
    expect(await inbox(world)).toEqual([form.message]);
  });

  it('has no idempotency: a repeated call is a second message', async () => {
    const world = await startWorld();
    const { path, call } = GOOD['thaibulksms'] ?? expect.unreachable();
    await raw(world.url + path, call);
    await raw(world.url + path, call);
    expect(await inbox(world)).toEqual(['code 482913', 'code 482913']);
  });

  it('answers in the other shape that was observed', async () => {
    const world = await startWorld();
    await fault(world, 'sms:thaibulksms', 'alternate');
    const form = { msisdn: '66812345678,12', message: 'hello' };
    expect((await raw(`${world.url}/thaibulksms/sms`, { headers: THAIBULKSMS, form })).body).toEqual({
      data: [{ number: '66812345678', message_id: expect.any(String) as string, used_credit: 1 }],
      error: [{ number: '12', message: expect.any(String) as string }],
    });
  });

  it.each([
    ['no number', { message: 'hello' }],
    ['no message', { msisdn: '66812345678' }],
    ['another kind of credit', { msisdn: '66812345678', message: 'hello', force: 'gold' }],
  ])('refuses a message with %s', async (_what, form) => {
    const world = await startWorld();
    const answer = await raw(`${world.url}/thaibulksms/sms`, { headers: THAIBULKSMS, form });
    expect(answer).toMatchObject({ status: 400, body: { error: { name: 'ERROR_VALIDATION' } } });
    expect(await inbox(world)).toEqual([]);
  });
});

describe('SMSMKT', () => {
  it('sends', async () => {
    const world = await startWorld();
    const { path, call } = GOOD['smsmkt'] ?? expect.unreachable();
    expect(await raw(world.url + path, call)).toMatchObject({
      status: 200,
      body: { code: '000', detail: 'OK.', result: { phone: '0812345678' } },
    });
  });

  it('tells of a wrong number by its code alone', async () => {
    const world = await startWorld();
    const form = { phone: '12', message: 'hello', sender: 'Krapao' };
    const answer = await raw(`${world.url}/smsmkt/api/send-message`, { headers: SMSMKT, form });
    expect(answer).toMatchObject({ status: 200, body: { code: '104', result: null } });
  });
});

describe('Twilio', () => {
  it.each([
    ['+66812345678', '0812345678'],
    ['+8562055512345', '02055512345'],
  ])('sends to %s, and tells what became of the message', async (To, national) => {
    const world = await startWorld();
    const form = { To, From: '+15005550006', Body: 'code 482913' };
    const sent = await raw(`${world.url}${TWILIO_PATH}/Messages.json`, { headers: TWILIO, form });
    expect(sent).toMatchObject({
      status: 201,
      body: {
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
        status: 'queued',
        to: To,
        from: '+15005550006',
        num_segments: '1',
        error_code: null,
        date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/) as string,
      },
    });
    expect(await inbox(world, national)).toEqual(['code 482913']);
    const { sid } = sent.body as { sid: string };
    const one = await raw(`${world.url}${TWILIO_PATH}/Messages/${sid}.json`, { headers: TWILIO });
    expect(one).toMatchObject({ status: 200, body: { sid, status: 'delivered' } });
  });

  it('takes a messaging service for a number', async () => {
    const world = await startWorld();
    const form = {
      To: '+66812345678',
      MessagingServiceSid: 'MGdededededededededededededededede',
      Body: 'hi',
    };
    const sent = await raw(`${world.url}${TWILIO_PATH}/Messages.json`, { headers: TWILIO, form });
    expect(sent).toMatchObject({ status: 201, body: { status: 'accepted', from: null } });
  });

  it.each([
    [21604, { From: '+15005550006', Body: 'hi' }],
    [21211, { To: '0812345678', From: '+15005550006', Body: 'hi' }],
    [21602, { To: '+66812345678', From: '+15005550006' }],
    [21603, { To: '+66812345678', Body: 'hi' }],
    [21212, { To: '+66812345678', From: '+66999999999', Body: 'hi' }],
    [21617, { To: '+66812345678', From: '+15005550006', Body: 'x'.repeat(1601) }],
  ])('answers %i', async (code, form) => {
    const world = await startWorld();
    const answer = await raw(`${world.url}${TWILIO_PATH}/Messages.json`, { headers: TWILIO, form });
    expect(answer).toMatchObject({
      status: 400,
      body: { code, status: 400, message: expect.any(String) as string },
    });
    expect(await inbox(world)).toEqual([]);
  });

  it('knows its balance, and no message that it did not send', async () => {
    const world = await startWorld();
    const balance = await raw(`${world.url}${TWILIO_PATH}/Balance.json`, { headers: TWILIO });
    expect(balance).toMatchObject({ status: 200, body: { balance: '100.00', currency: 'USD' } });
    const none = await raw(`${world.url}${TWILIO_PATH}/Messages/SM0.json`, { headers: TWILIO });
    expect(none).toMatchObject({ status: 404, body: { code: 20404 } });
  });
});

describe.each(Object.entries(GOOD))('the service %s', (service, { path, call }) => {
  it.each([
    ['no credentials', {}],
    ['another name', { ...basic('other', 'demo-thaibulksms-secret'), api_key: 'other', secret_key: 'other' }],
    ['another password', basic('demo-thaibulksms-key', 'other')],
  ])('is closed to %s', async (_what, headers) => {
    const world = await startWorld();
    expect((await raw(world.url + path, { ...call, headers })).status).toBe(401);
    expect(await inbox(world)).toEqual([]);
  });

  it('shows a web page for an answer, before the work or after it', async () => {
    const world = await startWorld({ random: () => 0.5 });
    await fault(world, `sms:${service}`, 'html');
    const answer = await raw(world.url + path, call);
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<html>') as string });
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await inbox(world)).toHaveLength(1);
  });

  it('answers 500, a used-up quota, and unknown fields, on demand', async () => {
    const world = await startWorld({ random: () => 0.2 });
    await fault(world, 'sms', 'http_500');
    expect((await raw(world.url + path, call)).status).toBe(500);
    await world.control('DELETE', '/control/faults');
    await fault(world, `sms:${service}`, 'quota');
    const quota = await raw(world.url + path, call);
    expect(JSON.stringify(quota.body)).toMatch(/credit|Too Many/i);
    expect(await inbox(world)).toEqual([]);
    await world.control('DELETE', '/control/faults');
    await fault(world, 'sms', 'extra');
    expect((await raw(world.url + path, call)).body).toHaveProperty('x_unannounced');
  });

  it('answers each of its errors on demand, once or as often as asked', async () => {
    const world = await startWorld();
    const { body: services } = await world.control<{ service: string; errors: string[] }[]>(
      'GET',
      '/control/services',
    );
    const errors = services.find((one) => one.service === service)?.errors ?? [];
    expect(errors.length).toBeGreaterThan(3);
    for (const error of errors) {
      await world.control('POST', `/control/services/${service}`, { error, times: 2 });
      const answers = [await raw(world.url + path, call), await raw(world.url + path, call)];
      expect(answers[0]).toMatchObject({ status: answers[1]?.status, body: answers[1]?.body });
      expect(JSON.stringify(answers[0]?.body)).not.toContain('message_id');
    }
    expect(await inbox(world)).toEqual([]);
    await raw(world.url + path, call);
    expect(await inbox(world)).toEqual(['code 482913']);
  });

  it('keeps working beside the house’s own protocol', async () => {
    const world = await startWorld();
    await raw(world.url + path, call);
    await world.call('POST', '/sms/messages', { reference: 'a', to: '0812345678', text: 'of the house' });
    expect(await inbox(world)).toEqual(['of the house', 'code 482913']);
  });
});

describe('errors on demand', () => {
  it('are those of a service that there is', async () => {
    const world = await startWorld();
    const force = (service: string, body: unknown) =>
      world.control('POST', `/control/services/${service}`, body);
    expect((await force('carrier', { error: '20003' })).status).toBe(404);
    expect((await force('twilio', { error: 'unheard-of' })).status).toBe(400);
    expect((await force('twilio', { error: '20003', times: 0 })).status).toBe(400);
    await force('twilio', { error: '20003', times: 9 });
    await world.control('DELETE', '/control/services');
    const { path, call } = GOOD['twilio'] ?? expect.unreachable();
    expect((await raw(world.url + path, call)).status).toBe(201);
  });
});
