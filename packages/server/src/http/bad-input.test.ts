import { ERROR_STATUS, isErrorCode } from '@krapao/contract/errors';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { toMinor } from '@krapao/contract/money';
import type { RouteSpec } from '@krapao/contract/route';
import { routes } from '@krapao/contract/routes';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit/ledger-audit.ts';
import { newId } from '../kernel/ids.ts';
import { inWhole } from '../testing/forms.ts';
import { fieldsOf, HOSTILE_BODIES, HOSTILE_PATH_PARTS, HOSTILE_VALUES } from '../testing/hostile.ts';
import type { TestMember } from '../testing/members.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const BALANCE = 5_000;

const entries: [string, RouteSpec][] = Object.entries(routes);
const withBody = entries.filter(([, spec]) => spec.body);
const withParams = entries.filter(([, spec]) => spec.params);
/** Calls whose body has only optional fields. */
const ALL_OPTIONAL = [
  'POST /api/account/validate',
  'POST /api/spinwheel/spin',
  'POST /api/statement/csv',
  'POST /api/step-up',
];
/** Calls that accept any object: they have no required field and change nothing. */
const TAKES_ANY_OBJECT = ['POST /api/account/validate', 'POST /api/statement/csv'];
/** Calls that end the member's session or change the current password, which the other cases need. */
const ONCE_ONLY = ['POST /api/logout', 'DELETE /api/account/sessions'];

describe('input that no call expects', () => {
  let server: TestServer;
  let member: TestMember;
  let other: TestMember;
  /** Makes the calls of protection: a break ends most other calls of its member. */
  let resting: TestMember;
  let stateBefore: unknown;

  beforeAll(async () => {
    // Without one-time codes every registration gets as far as possible.
    server = await startTestServer({
      settings: { pushHosts: ['push.example'] },
      content: (content) => {
        content.operator.registerOtp = false;
        // Deposits would earn coins, and a spin with an accidentally valid body would use one.
        content.spinwheel.coins.mostPerDay = 0;
        // The members of tests share their names, and one is excluded.
        content.protection.matchExcludedNames = 'off';
      },
    });
    const join = async () => {
      const registration = server.members.registration();
      await server.api.ok('POST /api/account', { body: registration });
      const joined = server.members.of(registration, await server.members.logIn(registration));
      await joined.deposit(BALANCE);
      await joined.activate();
      return joined;
    };
    [member, other, resting] = [await join(), await join(), await join()];
    stateBefore = await state();
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  /** Returns all data of the two members that no refused call may change. */
  const state = async () => {
    const rows = await server.database.queries
      .selectFrom('member')
      .innerJoin('ledger_account', 'ledger_account.id', 'member.wallet_account')
      .selectAll('member')
      .select(['balance', 'held', 'incoming', 'movements'])
      .where('username', 'in', [member.registration.username, other.registration.username])
      .orderBy('username')
      .execute();
    const credentials = [await member.credentials(), await other.credentials()];
    const games = await Promise.all(credentials.map(({ username }) => server.world.player(username)));
    return { rows, credentials, games };
  };
  const expectNothingChanged = async () => {
    expect(await state()).toEqual(stateBefore);
    expect(await auditLedger(server.database)).toEqual([]);
  };

  interface Sent {
    method: string;
    url: string;
    payload?: string;
    headers?: Record<string, string>;
  }
  /** Sends without a socket, so that nothing on the way corrects the input. */
  const send = async ({ method, url, payload, headers }: Sent) => {
    const response = await server.app.inject({
      method: method as 'GET',
      url,
      headers: {
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        authorization: `Bearer ${(url.startsWith('/api/protection') ? resting : member).token}`,
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, text: response.body };
  };
  const sendJson = (spec: RouteSpec, body: unknown, url = pathOf(spec)) =>
    send({
      method: spec.method,
      url,
      payload: JSON.stringify(body) ?? '',
      headers: { 'content-type': 'application/json' },
    });

  /** Returns whether the value is a valid amount: other tests cover moving it. */
  const couldMove = (field: string, value: unknown): boolean =>
    field === 'amount' && typeof value === 'number' && (toMinor(value) ?? 0n) > 0n;

  /** Expects a refusal with a catalogue code, or a success if the input happens to be acceptable. */
  const expectAnswered = (what: string, { status, text }: { status: number; text: string }) => {
    // A success may return a table; a refusal always has a catalogue code.
    const { message } = (status === 200 ? {} : JSON.parse(text)) as { message?: string };
    const isRefusal = status >= 400 && status < 500 && isErrorCode(message ?? '');
    const result = status === 200 || isRefusal ? 'answered' : `${status} ${text.slice(0, 300)}`;
    expect(`${what}: ${result}`).toBe(`${what}: answered`);
    // Codes in Fastify's own refusals come with another status, such as 413.
    if (isErrorCode(message ?? '') && !['KEY_INVALID', 'KEY_MISSING'].includes(message ?? ''))
      expect(ERROR_STATUS[message as keyof typeof ERROR_STATUS]).toBe(status);
  };

  /** Valid path parameters. */
  const PARAMS: Record<string, () => string> = {
    provider: () => 'KBANK',
    qrcodeId: () => newId(),
    reference: () => newId(),
    slotCode: () => 'PG',
    username: () => 'kpnobody0',
  };
  const pathOf = ({ path }: RouteSpec, changes: Record<string, string> = {}) =>
    path.replace(/:(\w+)/g, (_, name: string) => changes[name] ?? PARAMS[name]?.() ?? name);

  const statementFilter = {
    statementType: 'deposit',
    status: 'SUCCESS',
    since: '2026-01-01',
    until: '2026-12-31',
    search: '20',
  };

  /** Returns a valid body for something that is not available: nothing may change in these tests. */
  const validBody = (key: string): Record<string, unknown> => {
    const bodies: Record<string, () => Record<string, unknown>> = {
      'POST /api/app-fault': () => ({ kind: 'script', message: 'x', stack: '', path: '/', reference: '' }),
      'POST /api/login': () => ({ username: member.registration.username, password: 'not the password' }),
      'POST /api/login/passkey': () => ({ answer: {} }),
      'POST /api/account/passkeys': () => ({ name: 'My phone', answer: {} }),
      'PUT /api/account/passkeys/:passkeyId': () => ({ name: 'My phone' }),
      'PUT /api/account/totp': () => ({ code: '123456' }),
      'POST /api/step-up': () => ({ password: 'not the password' }),
      'POST /api/account': () => ({ ...server.members.registration() }),
      'POST /api/account/validate': () => ({ ...server.members.registration() }),
      'POST /api/otp/send': () => ({ phoneNumber: server.members.nextPhone() }),
      'POST /api/otp/verify': () => ({ otpToken: 'A'.repeat(43), otpCode: '123456' }),
      'POST /api/password/reset': () => ({ phone: server.members.nextPhone() }),
      'POST /api/password/reset/confirm': () => ({
        phone: server.members.nextPhone(),
        code: '123456',
        password: 'krapao-1234',
      }),
      'POST /api/qrcode/:provider': () => ({ amount: 100 }),
      'POST /api/wallet/add': () => ({ amount: 100 }),
      'POST /api/wallet/transfer': () => ({ from: 'WALLET', to: 'PG', amount: BALANCE + 1 }),
      'POST /api/wallet/transferAll': () => ({ to: 'NOSUCH' }),
      'POST /api/wallet/withdraw': () => ({ amount: BALANCE + 1 }),
      'POST /api/wallet/withdrawAll': () => ({ amount: BALANCE + 1 }),
      'POST /api/wallet/truelink': () => ({ link: 'a.b.c.d.e' }),
      'PUT /api/protection/limits': () => ({ kind: 'loss', period: 'month', amount: 1_000_000 }),
      'POST /api/protection/limits/confirm': () => ({ kind: 'loss', period: 'month' }),
      'POST /api/protection/break': () => ({ hours: 24 }),
      'POST /api/protection/exclusion': () => ({ months: 6 }),
      'PUT /api/protection/reality-check': () => ({ minutes: 60 }),
      'POST /api/notices': () => ({ page: 1, limit: 10 }),
      'POST /api/notices/read': () => ({ upTo: '0' }),
      'PUT /api/notices/choices': () => ({ kind: 'chat', isPushed: true }),
      'POST /api/notices/browser': () => ({
        endpoint: 'https://push.example/none',
        p256dh: 'B'.repeat(87),
        auth: 'A'.repeat(22),
      }),
      'POST /api/notices/browser/forget': () => ({ endpoint: 'https://push.example/none' }),
      'POST /api/protection/reality-check/answer': () => ({ no: 1, minutes: 60, staked: 0, won: 0 }),
      'PUT /api/account/bankAccountName': () => ({ bankCode: 'ICBCT', bankAccountName: 'SOMSAK DEE' }),
      'PUT /api/account/profile': () => ({
        name: 'Somsak',
        bankCode: 'ICBCT',
        bankAccountName: 'SOMSAK DEE',
        bankAccountNo: '1234567890',
      }),
      'PUT /api/account/changepwd': () => ({ oldPassword: 'not the password', newPassword: 'another one' }),
      'POST /api/chat/send-message': () => ({
        _id: newId(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text: 'hello' } },
        session_id: '',
        userId: '',
        guestId: '',
        username: '',
        name: '',
        deviceToken: '',
      }),
      'POST /api/chat/history': () => ({ userId: '', guestId: '', limit: 10, skip: 0 }),
      'PUT /api/chat/read-customer/': () => ({ userId: '', guestId: '' }),
      'POST /api/refund': () => ({ page: 1, limit: 10 }),
      'POST /api/invite': () => ({ page: 1, limit: 10 }),
      'POST /api/spinwheel/spin': () => ({ clientSeed: 'a word' }),
      'POST /api/spinwheel/coupon/claim': () => ({ coupon: newId() }),
      'POST /api/statement': () => ({ page: 1, limit: 10, ...statementFilter }),
      'POST /api/statement/csv': () => statementFilter,
      'POST /api/statement/slip': () => ({ page: 1, limit: 10 }),
    };
    const make = bodies[key];
    if (!make) throw new Error(`add a body for ${key}`);
    return make();
  };

  const expectEachFieldAnswered = async (key: string, spec: RouteSpec) => {
    for (const field of fieldsOf(spec)) {
      for (const [name, value] of HOSTILE_VALUES.filter(([, value]) => !couldMove(field, value)))
        expectAnswered(`${field} = ${name}`, await sendJson(spec, { ...validBody(key), [field]: value }));
    }
    await expectNothingChanged();
  };
  const isMoney = ([key]: (typeof withBody)[number]) => key.includes('/wallet/');
  it.each(withBody.filter(isMoney))('in any field of %s is refused or harmless', expectEachFieldAnswered);
  it.each(withBody.filter((call) => !isMoney(call)))(
    'in any field of %s is refused or harmless',
    inWhole,
    expectEachFieldAnswered,
  );

  it.each(withBody)('missing from %s is asked for', async (key, spec) => {
    const required = fieldsOf(spec).filter((field) => {
      const { [field]: _left, ...rest } = validBody(key);
      return !spec.body?.safeParse(rest).success;
    });
    expect(required.length === 0).toBe(ALL_OPTIONAL.includes(key));
    for (const field of required) {
      const { [field]: _left, ...rest } = validBody(key);
      const { status, text } = await sendJson(spec, rest);
      expect([field, status, (JSON.parse(text) as { message: string }).message]).toEqual([
        field,
        400,
        'KEY_MISSING',
      ]);
    }
    await expectNothingChanged();
  });

  it.each(withBody)('in all fields of %s together is refused or harmless', async (_key, spec) => {
    for (const [name, value] of HOSTILE_VALUES) {
      const body = Object.fromEntries(fieldsOf(spec).map((field) => [field, value]));
      expectAnswered(`all = ${name}`, await sendJson(spec, body));
    }
    await expectNothingChanged();
  });

  it.each(withBody)('beside the fields of %s is ignored', async (key, spec) => {
    const more = {
      isAdmin: true,
      amountMinor: 1,
      member: other.registration.username,
      'a.b': 1,
      '': 0,
      coin: 99,
    };
    expectAnswered('more', await sendJson(spec, { ...validBody(key), ...more }));
    await expectNothingChanged();
  });

  it.each(entries.filter(([key]) => !ONCE_ONLY.includes(key)))(
    'for a body of %s is refused or harmless',
    async (key, spec) => {
      for (const [name, contentType, payload] of HOSTILE_BODIES) {
        // A new game password is a change, though a harmless one.
        if (key === 'GET /api/wallet/resetpassword/:slotCode') continue;
        const headers: Record<string, string> = contentType === null ? {} : { 'content-type': contentType };
        const answer = await send({ method: spec.method, url: pathOf(spec), payload, headers });
        expectAnswered(name, answer);
        if (spec.body && name !== 'an empty object' && !TAKES_ANY_OBJECT.includes(key))
          expect([name, answer.status]).not.toEqual([name, 200]);
      }
      await expectNothingChanged();
    },
  );

  it.each(withParams)('in the path of %s is refused or harmless', async (key, spec) => {
    for (const param of Object.keys(spec.params?.shape ?? {})) {
      for (const part of HOSTILE_PATH_PARTS) {
        const url = pathOf(spec, { [param]: part });
        const headers: Record<string, string> = spec.body ? { 'content-type': 'application/json' } : {};
        const payload = spec.body ? { payload: JSON.stringify(validBody(key)) } : {};
        expectAnswered(part, await send({ method: spec.method, url, headers, ...payload }));
      }
    }
    await expectNothingChanged();
  });

  it('of somebody else’s is not found, and stays theirs', async () => {
    const params = { provider: 'KBANK' } as const;
    const qr = await other.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 100 } });
    const { username } = await other.credentials();
    await member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: qr.qrcodeId } });
    expect(await other.api.ok('GET /api/qrcode/:provider', { params })).toEqual(qr);
    expect(await member.api.refused('GET /api/autoLogin/pg/:username', { params: { username } })).toBe(
      'SLOT_NO_ACCOUNT',
    );
    await expectNothingChanged();
  });

  it('in the headers is refused or harmless', async () => {
    const values = ['', ' ', 'x'.repeat(4_000), '\u00ff', '{}', '__proto__', "' or 1=1", '../..', 'a,b', '0'];
    const names = [
      'authorization',
      'idempotency-key',
      'cookie',
      'accept-language',
      'x-request-id',
      'x-forwarded-for',
      'host',
      'origin',
      'range',
      'if-none-match',
      'accept',
      'expect',
      'x-http-method-override',
    ];
    const key = 'POST /api/wallet/transfer';
    const payload = JSON.stringify(validBody(key));
    for (const name of names) {
      for (const value of values) {
        const headers = { 'content-type': 'application/json', [name]: value };
        const answer = await send({ method: 'POST', url: '/api/wallet/transfer', payload, headers });
        expectAnswered(`${name}: ${value.slice(0, 20)}`, answer);
      }
    }
    await expectNothingChanged();
  });

  it('of any kind, made up by chance, is refused or harmless', inWhole, async () => {
    const route = fc.constantFrom(...withBody);
    await fc.assert(
      fc.asyncProperty(
        route,
        fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
        async ([key, spec], value) => {
          expectAnswered(key, await sendJson(spec, value));
        },
      ),
      { numRuns: 150 },
    );
    await fc.assert(
      fc.asyncProperty(
        route.chain(([key, spec]) =>
          fc.record({
            key: fc.constant(key),
            spec: fc.constant(spec),
            changes: fc.dictionary(fc.constantFrom(...fieldsOf(spec)), fc.jsonValue({ maxDepth: 1 }), {
              minKeys: 1,
            }),
          }),
        ),
        async ({ key, spec, changes }) => {
          if (couldMove('amount', changes['amount'])) return;
          expectAnswered(key, await sendJson(spec, { ...validBody(key), ...changes }));
        },
      ),
      { numRuns: 300 },
    );
    await expectNothingChanged();
  });
});
