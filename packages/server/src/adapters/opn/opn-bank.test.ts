import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { createServiceRecords } from '../../modules/service-records/repo.ts';
import type { Bank } from '../../ports/bank.ts';
import { pgliteDatabase } from '../../testing/databases.ts';
import {
  json,
  startHostileService,
  type HeardCall,
  type HostileService,
} from '../../testing/hostile-service.ts';
import { createOpnBank } from './bank.ts';
import { OpnClient } from './client.ts';

const KEY = 'skey_test_secret';
const SECRET = 'YSB3ZWJob29rIHNlY3JldCBvZiB0aGlydHktdHdvIGI=';
const isUnknown = { outcome: 'unknown' };
const fault = (code: string) => ({ object: 'error', location: 'https://docs.example', code, message: 'no' });

describe('payouts at Opn', () => {
  let database: Database;
  let service: HostileService;
  let bank: Bank;
  let transfers: Record<string, unknown>[] = [];
  let recipient: Record<string, unknown> = {};

  const honest = ({ path, method, body }: HeardCall, response: ServerResponse): void => {
    if (path.startsWith('/recipients')) json(response, recipient);
    else if (path === '/transfers' && method === 'POST') json(response, enter(body));
    else if (path.startsWith('/transfers?')) {
      json(response, { object: 'list', data: transfers, total: transfers.length });
    } else {
      const found = transfers.find(({ id }) => path === `/transfers/${String(id)}`);
      if (found) json(response, found);
      else json(response, fault('not_found'), 404);
    }
  };
  const enter = ({ amount, recipient: to, fail_fast, metadata }: Record<string, unknown>) => {
    const transfer = {
      object: 'transfer',
      id: `trsf_test_${randomUUID().replaceAll('-', '')}`,
      amount,
      currency: 'THB',
      recipient: to,
      fail_fast,
      metadata,
      fee: 2_804,
      fee_vat: 196,
      net: Number(amount) - 3_000,
      sent: false,
      paid: false,
      deleted: false,
      failure_code: null,
    };
    transfers.push(transfer);
    return transfer;
  };

  beforeAll(async () => {
    [database, service] = await Promise.all([pgliteDatabase(), startHostileService(honest)]);
  });
  afterAll(async () => {
    await service.stop();
    await database.close();
  });
  const connect = (url = service.url) =>
    createOpnBank({
      client: new OpnClient({ baseUrl: url, timeoutMs: 1_500, secretKey: KEY }),
      records: createServiceRecords(database),
      webhookSecret: SECRET,
      bankCodes: new Map([['TTB', 'tmb']]),
      fee: minor(3_000n),
    });
  beforeEach(async () => {
    transfers = [];
    recipient = { object: 'recipient', id: 'recp_test_1', verified: true, active: true, failure_code: null };
    bank = connect();
    await sql`delete from service_record`.execute(database.queries);
  });
  afterEach(() => service.heal());

  const payout = (changes = {}) => ({
    reference: randomUUID(),
    amount: minor(80_050n),
    toBankCode: 'KBANK',
    toAccountNo: '0987654321',
    toAccountName: 'SOMYING',
    callbackUrl: 'http://127.0.0.1:1/',
    ...changes,
  });
  const ordered = async () => {
    const asked = payout();
    expect(await bank.payOut(asked)).toEqual({ outcome: 'done', value: 'accepted' });
    return { reference: asked.reference, transfer: transfers.at(-1)! };
  };

  it('go to a recipient that is entered once, with the fee added', async () => {
    const asked = payout({ toBankCode: 'TTB' });
    await bank.payOut(asked);
    expect(service.callsOn('/recipients')[0]?.body).toEqual({
      name: 'SOMYING',
      type: 'individual',
      bank_account: { brand: 'tmb', number: '0987654321', name: 'SOMYING' },
    });
    expect(service.callsOn('/transfers')[0]?.body).toEqual({
      amount: 83_050,
      recipient: 'recp_test_1',
      fail_fast: true,
      metadata: { reference: asked.reference },
    });
    await bank.payOut(payout({ toBankCode: 'TTB' }));
    const calls = service.callsOn('/recipients').map(({ method, path }) => [method, path]);
    expect(calls).toEqual([
      ['POST', '/recipients'],
      ['GET', '/recipients/recp_test_1'],
    ]);
  });

  it('wait until the recipient is verified, and nothing was sent', async () => {
    const asked = payout();
    for (const changes of [{ verified: false }, { active: false }, { deleted: true }]) {
      const told = recipient;
      recipient = { ...told, ...changes };
      expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: false });
      recipient = told;
    }
    expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
    expect(await bank.payOut(asked)).toMatchObject({ outcome: 'done' });
  });

  it.each(['name_mismatch', 'account_not_found', 'bank_not_found'])(
    'are refused for a recipient that fails: %s',
    async (code) => {
      recipient = { ...recipient, verified: false, failure_code: code };
      expect(await bank.payOut(payout())).toEqual({ outcome: 'refused', reason: `recipient: ${code}` });
      expect(transfers).toEqual([]);
    },
  );

  it.each<[string, number, unknown]>([
    ['a web page', 200, '<html>'],
    ['no id', 200, { object: 'recipient' }],
    ['an id that is a path', 200, { object: 'recipient', id: '../balance', verified: true, active: true }],
    ['a fault', 500, fault('internal_error')],
    ['too many requests', 429, fault('too_many_requests')],
    ['a key that is not taken', 401, fault('authentication_failure')],
  ])('are not sent without a recipient: %s', async (_name, status, body) => {
    service.answerOn('/recipients', body, status);
    expect(await bank.payOut(payout())).toMatchObject({ ...isUnknown, sent: false });
    expect(service.callsOn('/transfers')).toEqual([]);
  });

  it('are refused where the service takes no such account', async () => {
    service.answerOn('/recipients', fault('invalid_bank_account'), 400);
    expect(await bank.payOut(payout())).toEqual({
      outcome: 'refused',
      reason: 'recipient: invalid_bank_account',
    });
  });

  it('are sent once, by processes that begin at the same moment too', async () => {
    const asked = payout();
    await bank.payOut(payout());
    const ends = await Promise.all(Array.from({ length: 4 }, () => connect().payOut(asked)));
    expect(ends.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(await bank.payOut(asked)).toMatchObject(isUnknown);
    expect(transfers).toHaveLength(2);
  });

  it.each<[object, string | null]>([
    [{}, 'accepted'],
    [{ sent: true }, 'accepted'],
    [{ sent: true, paid: true }, 'done'],
    [{ failure_code: 'insufficient_balance' }, 'refused'],
    [{ failure_code: 'invalid_recipient' }, 'refused'],
    [{ failure_code: 'transfers_suspended' }, 'refused'],
    [{ failure_code: 'transfer_deleted', deleted: true }, 'refused'],
    [{ deleted: true }, 'refused'],
    [{ sent: true, failure_code: 'transfer_failed' }, 'refused'],
    [{ failure_code: 'transfer_failed' }, 'refused'],
    [{ sent: true, failure_code: 'transfer_failed', fail_fast: false }, null],
    [{ sent: true, failure_code: 'transfer_sent' }, null],
    [{ sent: true, failure_code: 'insufficient_balance' }, null],
    [{ sent: true, deleted: true }, null],
    [{ sent: true, paid: true, failure_code: 'transfer_failed' }, null],
    [{ failure_code: 'novelty' }, null],
    [{ failure_code: 7.5 }, null],
    [{ sent: 'yes' }, null],
    [{ paid: undefined }, null],
    [{ object: 'charge' }, null],
  ])('whose record is %j are %s', async (changes, status) => {
    const { reference, transfer } = await ordered();
    Object.assign(transfer, changes);
    const told = await bank.lookUp(reference);
    if (status === null) expect(told).toMatchObject(isUnknown);
    else expect(told).toEqual({ outcome: 'done', value: { status, amount: 80_050n } });
  });

  it.each<[object, bigint | null]>([
    [{ net: 80_050 }, 80_050n],
    [{ net: undefined }, 80_050n],
    [{ net: undefined, fee: 3_000, fee_vat: undefined }, 80_050n],
    [{ net: undefined, fee: undefined, fee_vat: undefined }, 80_050n],
    [{ net: 83_050, fee: 0, fee_vat: 0 }, 83_050n],
    [{ net: undefined, fee: 5_000, fee_vat: 0 }, 78_050n],
    [{ amount: 830.5 }, null],
    [{ currency: 'USD' }, null],
  ])('bring the member what the record says: %j', async (changes, amount) => {
    const { reference, transfer } = await ordered();
    Object.assign(transfer, changes, { sent: true, paid: true });
    const told = await bank.lookUp(reference);
    if (amount === null) expect(told).toMatchObject(isUnknown);
    else expect(told).toEqual({ outcome: 'done', value: { status: 'done', amount } });
  });

  it.each([
    [400, 'bad_request'],
    [400, 'insufficient_balance'],
    [400, 'invalid_amount'],
    [400, 'invalid_recipient'],
    [422, 'transfers_suspended'],
    [404, 'not_found'],
  ])('are refused with status %d and code %s, and may be ordered again', async (status, code) => {
    const asked = payout();
    service.answerOn('/transfers', fault(code), status);
    expect(await bank.payOut(asked)).toEqual({ outcome: 'refused', reason: code });
    service.heal();
    expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'not_found' });
    expect(await bank.payOut(asked)).toEqual({ outcome: 'done', value: 'accepted' });
  });

  it.each<[string, number, unknown]>([
    ['a web page', 200, '<html>'],
    ['no record', 200, { object: 'transfer', id: 'trsf_test_1' }],
    ['a code that no document names', 400, fault('novelty')],
    ['a code of a fault', 500, fault('insufficient_balance')],
    ['too many requests', 429, fault('too_many_requests')],
  ])('are not clear by %s, and are never ordered again', async (_name, status, body) => {
    const asked = payout();
    service.answerOn('/transfers', body, status);
    expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: true });
    service.heal();
    expect(await bank.payOut(asked)).toMatchObject(isUnknown);
    expect(service.callsOn('/transfers')).toEqual([]);
  });

  it('are found when their answer was lost after the work', async () => {
    const asked = payout();
    service.silence('/transfers', true);
    expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: true });
    service.heal();
    const value = { status: 'accepted', amount: 80_050n };
    expect(await bank.lookUp(asked.reference)).toEqual({ outcome: 'done', value });
    expect(transfers).toHaveLength(1);
  });

  it('wait for a person when their answer is lost and no list has them', async () => {
    const asked = payout();
    service.silence('/transfers');
    expect(await bank.payOut(asked)).toMatchObject({ ...isUnknown, sent: true });
    service.heal();
    expect(await bank.lookUp(asked.reference)).toMatchObject(isUnknown);
    await sql`update service_record set begun_at = now() - interval '16 minutes' where service = 'opn:transfer'`.execute(
      database.queries,
    );
    expect(await bank.lookUp(asked.reference)).toMatchObject({ outcome: 'differs' });
    service.answerOn('/transfers?', '<html>', 502);
    expect(await bank.lookUp(asked.reference)).toMatchObject(isUnknown);
  });

  it('are certainly not sent when nobody listens', async () => {
    const asked = payout();
    expect(await connect('http://127.0.0.1:1').payOut(asked)).toMatchObject({ ...isUnknown, sent: false });
    expect(await bank.payOut(asked)).toMatchObject({ outcome: 'done' });
  });

  it('are decided by the record that a signed webhook names', async () => {
    const { reference, transfer } = await ordered();
    const seconds = String(Math.floor(Date.now() / 1_000));
    const told = { object: 'event', key: 'transfer.pay', data: { ...transfer, paid: true, sent: true } };
    const rawBody = JSON.stringify(told);
    const key = Buffer.from(SECRET, 'base64');
    const signature = createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex');
    const headers = { 'omise-signature': signature, 'omise-signature-timestamp': seconds };
    const callback = { path: '/api/callback/bank', headers, rawBody };
    expect(await bank.readCallback(callback)).toMatchObject({ status: 'accepted' });
    Object.assign(transfer, { sent: true, paid: true });
    expect(await bank.readCallback(callback)).toEqual({ reference, status: 'done', amount: 80_050n });
    expect(await bank.readCallback({ ...callback, headers: {} })).toBeNull();
    Object.assign(transfer, { failure_code: 'novelty' });
    expect(await bank.readCallback(callback)).toBe('unconfirmed');
  });
});
