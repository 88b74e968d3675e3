import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import type { RouteSpec } from '@krapao/contract/route';
import { routes, type RouteKey } from '@krapao/contract/routes';
import { words, type Fixtures } from './fixtures.ts';

/** Variable parts of a call's request. */
export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

export interface Answer {
  status: number;
  /** Code of a refusal; `OK` for an answer. */
  end: string;
  body: unknown;
}

const PAGE = { page: 1, limit: 10 };
const HISTORY = { userId: '', guestId: '', limit: 10, skip: 0 };

/**
 * Returns well-formed requests that would move nothing, so a stranger is refused for lack of access and not
 * for the form. Every call with a body is listed here.
 */
export function rightCall(key: RouteKey, { prober }: Fixtures): Call {
  const { username, name, bankCode, bankAccountName, bankAccountNo } = prober;
  const bodies: Partial<Record<RouteKey, Record<string, unknown>>> = {
    'POST /api/login': { username, password: 'not the password' },
    'POST /api/login/passkey': { answer: {} },
    'POST /api/account/passkeys': { name: 'a word', answer: {} },
    'PUT /api/account/passkeys/:passkeyId': { name: 'a word' },
    'PUT /api/account/totp': { code: '000000' },
    'POST /api/step-up': { password: 'not the password' },
    'POST /api/account': { ...person(prober), username: '0811111111', bankAccountNo: '1111111111' },
    'POST /api/account/validate': { username: '0811111111' },
    'POST /api/otp/send': { phoneNumber: '0811111112' },
    'POST /api/otp/verify': { otpToken: 'A'.repeat(43), otpCode: '000000' },
    'POST /api/password/reset': { phone: '0811111113' },
    'POST /api/password/reset/confirm': { phone: '0811111113', code: '000000', password: 'krapao-1234' },
    'POST /api/qrcode/:provider': { amount: 0.5 },
    'POST /api/wallet/add': { amount: 100 },
    'POST /api/wallet/transfer': { from: 'WALLET', to: 'PG', amount: 90_000 },
    'POST /api/wallet/transferAll': { to: 'NOSUCH' },
    'POST /api/wallet/withdraw': { amount: 90_000 },
    'POST /api/wallet/withdrawAll': { amount: 90_000 },
    'POST /api/wallet/truelink': { link: 'a.b.c.d.e' },
    'PUT /api/protection/limits': { kind: 'loss', period: 'month', amount: 90_000 },
    'POST /api/protection/limits/confirm': { kind: 'deposit', period: 'month' },
    // Out of range, since the prober goes on.
    'POST /api/protection/break': { hours: 1 },
    'POST /api/protection/exclusion': { months: 1 },
    'PUT /api/protection/reality-check': { minutes: 60 },
    'POST /api/notices': PAGE,
    'POST /api/notices/read': { upTo: '0' },
    'PUT /api/notices/choices': { kind: 'chat', isPushed: true },
    'POST /api/notices/browser': {
      endpoint: 'https://push.example/none',
      p256dh: 'B'.repeat(87),
      auth: 'A'.repeat(22),
    },
    'POST /api/notices/browser/forget': { endpoint: 'https://push.example/none' },
    'POST /api/protection/reality-check/answer': { no: 1, minutes: 60, staked: 0, won: 0 },
    'PUT /api/account/bankAccountName': { bankCode, bankAccountName },
    'PUT /api/account/profile': { name, bankCode, bankAccountName, bankAccountNo },
    'PUT /api/account/changepwd': { oldPassword: 'not the password', newPassword: 'another-one-1' },
    'POST /api/chat/send-message': words('a word'),
    'POST /api/chat/history': HISTORY,
    'PUT /api/chat/read-customer/': { userId: '', guestId: '' },
    'POST /api/refund': PAGE,
    'POST /api/invite': PAGE,
    'POST /api/spinwheel/spin': { clientSeed: 'a word' },
    'POST /api/spinwheel/coupon/claim': { coupon: 'NOSUCH' },
    'POST /api/statement': PAGE,
    'POST /api/statement/csv': {},
    'POST /api/statement/slip': PAGE,
    'POST /api/app-fault': { kind: 'script', message: 'a word', stack: '', path: '/login', reference: '' },
  };
  const spec: RouteSpec = routes[key];
  const body = bodies[key];
  if (spec.body && !body) throw new Error(`add a body for ${key}`);
  const params = Object.fromEntries(
    Object.keys(spec.params?.shape ?? {}).map((field) => [field, PARTS[field] ?? 'none']),
  );
  return { params, ...(body && { body }) };
}

const PARTS: Readonly<Record<string, string>> = {
  provider: 'KBANK',
  slotCode: 'NOSUCH',
  transferId: '01890000-0000-7000-8000-000000000000',
  drawId: '01890000-0000-7000-8000-000000000000',
  sessionId: '999999999999',
  passkeyId: 'none',
  code: 'NOSUCHCODE',
};

const person = ({ name, password, bankCode, bankAccountName }: Fixtures['prober']) => ({
  name,
  password,
  sourceCode: '',
  inviteCode: '',
  bankCode,
  bankAccountName,
  currency: 'BAHT',
});

/** Returns a call with one of its fields, `a.b` where it is nested, set to a value. */
export function withField(key: RouteKey, call: Call, field: string, value: string): Call {
  const spec: RouteSpec = routes[key];
  if (field in (spec.params?.shape ?? {})) return { ...call, params: { ...call.params, [field]: value } };
  if (field in (spec.query?.shape ?? {})) return { ...call, query: { ...call.query, [field]: value } };
  if (field.startsWith('message.payload.')) {
    const payload = { message: '', url: '', fileType: 'image', filePath: '', ...payloadOf(call) };
    const message = {
      message_type: 'media',
      payload: { ...payload, [field.slice('message.payload.'.length)]: value },
    };
    return { ...call, body: { ...call.body, message } };
  }
  return { ...call, body: { ...call.body, [field]: value } };
}

const payloadOf = ({ body }: Call): object => {
  const message = body?.['message'] as { message_type: string; payload: object } | undefined;
  return message?.message_type === 'media' ? message.payload : {};
};

/** A small file of a type that no call accepts. */
const FORM = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n--x--\r\n`;

/** Makes a call. @param token of the session; none for a stranger */
export async function send(
  url: string,
  key: RouteKey,
  call: Call,
  token: string | undefined,
): Promise<Answer> {
  const spec: RouteSpec = routes[key];
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  );
  const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
  const type = spec.upload ? 'multipart/form-data; boundary=x' : 'application/json';
  const body = spec.upload ? FORM : call.body && JSON.stringify(call.body);
  const response = await fetch(url + path + query, {
    method: spec.method,
    headers: {
      [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
      ...(body !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
  const answer: unknown = await response.json();
  const { message } = answer as { message?: string };
  return { status: response.status, end: response.status === 200 ? 'OK' : (message ?? ''), body: answer };
}

/** Returns the structure of an answer without its values: the names of its fields, at every depth. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}
