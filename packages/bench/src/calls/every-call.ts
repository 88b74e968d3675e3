import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { routes, type RouteKey } from '@krapao/contract/routes';
import sharp from 'sharp';
import { PASSWORD, phoneOf, tokenOf } from '../seed/fill.ts';
import type { CallParts, CountedAnswer, CountedServer } from './counted-server.ts';

/** Round trips of a call to the database, and its end: `4`, or `3, NO_REFUND` when it was refused. */
export type RoundTrips = Record<string, number | string>;

const PAGE = { page: 1, limit: 10 };
const LOOK_EVERY_MS = 20;
const NEW_PASSWORD = 'bench-5678';
const OPERATOR_ACCOUNT = { toBankCode: 'KBANK', toAccountNo: '0001234572' };

/** The game that credit is moved to: its provider reports play, so a bonus can be ended afterwards. */
const GAME = 'USUN';

/** Launch calls by game, and whether the path contains a password. */
const LAUNCHES: readonly (readonly [code: string, key: RouteKey, byPassword: boolean])[] = [
  ['PG', 'GET /api/autoLogin/pg/:username', false],
  ['BETFLIX', 'GET /api/autoLogin/betflix/:username', false],
  ['AREASLOT', 'GET /api/autoLogin/areaslot/:username', false],
  ['JOKER2', 'GET /api/autoLogin/joker2/:username', false],
  ['HUAYHD', 'GET /api/autoLogin/huayhd/:username', false],
  ['ASKMEBET', 'GET /api/autoLogin/askmebet/:username/:password', true],
  ['IMI', 'GET /api/autoLogin/imi/:username/:password', true],
  ['USUN', 'GET /api/autoLogin/usun/:username/:password', true],
  ['CIRCUS', 'GET /api/autoLogin/circus/:username/:password', true],
  ['SLOTRACHA', 'GET /api/autoLogin/slotracha/:username/:password', true],
  ['PGSLOT', 'GET /api/autoLogin/pgslot/:username/:password', true],
];

/**
 * Makes every call of the contract once, as one member in the order of their dependencies, and counts each
 * call's queries. Another member makes them all before, so that the in-memory caches are filled.
 */
export async function countEveryCall(server: CountedServer): Promise<RoundTrips> {
  await new Journey(server, 1).run();
  const counted = await new Journey(server, 2).run();
  const forgotten = Object.keys(routes).filter((key) => !(key in counted));
  if (forgotten.length > 0) throw new Error(`add a call of ${forgotten.join(', ')}`);
  return Object.fromEntries(Object.entries(counted).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

class Journey {
  readonly #server: CountedServer;
  readonly #member: number;
  readonly #counted: RoundTrips = {};
  #token: string;

  constructor(server: CountedServer, member: number) {
    this.#server = server;
    this.#member = member;
    this.#token = tokenOf(member);
  }

  async run(): Promise<RoundTrips> {
    await this.#lookAround();
    await this.#register();
    await this.#playGames();
    await this.#deposit();
    await this.#rewards();
    await this.#chat();
    await this.#notices();
    await this.#withdraw();
    await this.#protect();
    await this.#account();
    return this.#counted;
  }

  /** Makes a call and stores its count; of a repeated call, the last count stays. */
  async #call(key: RouteKey, parts: CallParts = {}): Promise<CountedAnswer> {
    const isPublic = routes[key].access === 'public';
    const answer = await this.#server.call(key, { ...(!isPublic && { token: this.#token }), ...parts });
    const { length } = answer.queries;
    this.#counted[key] = answer.end === 'OK' ? length : `${length}, ${answer.end}`;
    return answer;
  }

  async #lookAround(): Promise<void> {
    const plain = Object.entries(routes).filter(
      ([key, { method, path }]) =>
        method === 'GET' && /\/lookup\/|\/banners$/.test(key) && !path.includes(':'),
    );
    for (const [key] of plain) await this.#call(key as RouteKey);
    await this.#call('GET /api/wallet');
    await this.#call('POST /api/statement', { body: PAGE });
    const { body } = await this.#server.call('POST /api/statement', { token: this.#token, body: PAGE });
    const [newest] = (body as { statements: { _id: string }[] }).statements;
    await this.#call('GET /api/statement/item/:transferId', { params: { transferId: newest?._id ?? '' } });
    await this.#call('POST /api/statement/csv', { body: {} });
    await this.#call('GET /api/statement/waiting');
    await this.#call('POST /api/app-fault', {
      body: { kind: 'script', message: 'x is not a function', stack: '', path: '/user/home', reference: '' },
    });
  }

  async #register(): Promise<void> {
    const username = `061000000${this.#member}`;
    await this.#call('POST /api/account/validate', { body: { username } });
    const sent = await this.#call('POST /api/otp/send', { body: { phoneNumber: username } });
    const { otpToken } = sent.body as { otpToken: string };
    const [sms] = await this.#server.control<{ otpCode: string }[]>('GET', `/sms?to=${username}`);
    await this.#call('POST /api/otp/verify', { body: { otpToken, otpCode: sms?.otpCode } });
    const bank = {
      bankCode: 'SCB',
      bankAccountName: 'SOMYING MAI',
      bankAccountNo: `616000000${this.#member}`,
    };
    await this.#call('POST /api/account', {
      body: { name: 'สมหญิง ใหม่', username, password: PASSWORD, ...bank },
    });
    await this.#call('POST /api/password/reset', { body: { phone: username } });
    // The message is sent after the answer, so this call has another code.
    await this.#call('POST /api/password/reset/confirm', {
      body: { phone: username, code: 'none', password: PASSWORD },
    });
  }

  async #playGames(): Promise<void> {
    for (const [slotCode, key, byPassword] of LAUNCHES) {
      const params = { slotCode };
      await this.#call('GET /api/wallet/activate/:slotCode', { params });
      const account = await this.#call('GET /api/wallet/account/:slotCode', { params });
      const { username = '', password = '' } = account.body as { username?: string; password?: string };
      await this.#call(key, { params: byPassword ? { username, password } : { username } });
    }
    const transfer = { from: 'WALLET', to: GAME, amount: 100 };
    await this.#call('POST /api/wallet/transfer', { body: transfer });
    await this.#call('GET /api/wallet/refresh/slot');
    await this.#call('POST /api/wallet/transferAll', { body: { to: GAME } });
    await this.#call('POST /api/wallet/collect');
    await this.#call('GET /api/wallet/resetpassword/:slotCode', { params: { slotCode: GAME } });
    await this.#call('POST /api/wallet/add', { body: { amount: 100 } });
  }

  async #deposit(): Promise<void> {
    const params = { provider: 'KBANK' };
    const order = async (): Promise<{ qrcodeId: string }> => {
      const { body } = await this.#call('POST /api/qrcode/:provider', { params, body: { amount: 500 } });
      return body as { qrcodeId: string };
    };
    const given = await order();
    await this.#call('DELETE /api/qrcode/:qrcodeId', { params: given });
    const before = await this.#amount();
    const { qrcodeId } = await order();
    await this.#call('GET /api/qrcode/:provider', { params });
    await this.#server.control('POST', `/qr/${qrcodeId}/pay`);
    while ((await this.#amount()) === before) await delay(LOOK_EVERY_MS);
    await this.#call('POST /api/wallet/truelink', { body: { link: 'a.b.c.d.e' } });
    const { slipUrl } = await this.#server.control<{ slipUrl: string }>('POST', '/bank/transfer', {
      fromBankCode: 'SCB',
      fromAccountNo: `7${String(this.#member).padStart(9, '0')}`,
      fromName: 'SOMYING JAIDEE',
      ...OPERATOR_ACCOUNT,
      amount: 500,
    });
    const slip = await fetch(slipUrl);
    const bytes = new Uint8Array(await slip.arrayBuffer());
    await this.#call('POST /api/wallet/slip', { file: { bytes, name: 'slip.jpg', type: 'image/jpeg' } });
    await this.#call('POST /api/statement/slip', { body: PAGE });
    await this.#call('GET /api/statement/slip/reference/:reference', { params: { reference: 'NOSUCH' } });
  }

  async #rewards(): Promise<void> {
    await this.#call('GET /api/spinwheel/active');
    await this.#call('GET /api/spinwheel/setup');
    const { body } = await this.#call('POST /api/spinwheel/spin', { body: { clientSeed: 'bench' } });
    const { draw } = body as { draw?: { drawId: string } };
    await this.#call('GET /api/spinwheel/draw/:drawId', { params: { drawId: draw?.drawId ?? randomUUID() } });
    await this.#call('GET /api/spinwheel/coupon');
    await this.#call('POST /api/spinwheel/coupon/claim', { body: { coupon: 'NOSUCH' } });
    await this.#call('GET /api/bonus');
    await this.#call('GET /api/promotion/find/:code', { params: { code: 'KRAPAO-GIFT-50' } });
    await this.#call('GET /api/promotion/activate/:code', { params: { code: 'KRAPAO-GIFT-50' } });
    await this.#call('GET /api/promotion/current');
    await this.#call('GET /api/bonus/clear');
    await this.#call('GET /api/bonus/activate/:code', { params: { code: 'WEEKEND' } });
    await this.#call('GET /api/bonus/check/active');
    await this.#call('GET /api/bonus/check/minimum');
    await this.#call('GET /api/bonus/clear');
    await this.#call('POST /api/refund', { body: PAGE });
    await this.#call('GET /api/refund/check');
    await this.#call('GET /api/refund/receive');
    await this.#call('GET /api/refund/addWallet');
    await this.#call('POST /api/invite', { body: PAGE });
    await this.#call('GET /api/invite/bonus');
  }

  async #chat(): Promise<void> {
    const nobody = { userId: '', guestId: '' };
    await this.#call('GET /api/chat/config');
    await this.#call('POST /api/chat/send-message', {
      body: {
        _id: randomUUID(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text: 'hello' } },
        session_id: '',
        ...nobody,
        username: '',
        name: '',
        deviceToken: '',
      },
    });
    await this.#call('POST /api/chat/history', { body: { ...nobody, limit: 10, skip: 0 } });
    await this.#call('PUT /api/chat/read-customer/', { body: nobody });
    const create = { width: 32, height: 32, channels: 3 as const, background: '#35358f' };
    const bytes = await sharp({ create }).jpeg().toBuffer();
    await this.#call('POST /api/chat/upload-image', { file: { bytes, name: 'a.jpg', type: 'image/jpeg' } });
    await this.#call('POST /api/chat/upload-video', { file: { bytes, name: 'a.mp4', type: 'video/mp4' } });
  }

  async #withdraw(): Promise<void> {
    const { body } = await this.#call('POST /api/wallet/withdraw', { body: { amount: 100 } });
    const { _id: transferId = '' } = body as { _id?: string };
    await this.#call('DELETE /api/wallet/withdraw/:transferId', { params: { transferId } });
    await this.#moveAllBut(1_000);
    await this.#call('POST /api/wallet/withdrawAll', { body: { amount: await this.#amount() } });
  }

  async #protect(): Promise<void> {
    await this.#call('GET /api/protection');
    await this.#call('GET /api/protection/choices');
    const name = { kind: 'deposit', period: 'day' };
    // Set, then raised: the raise waits.
    await this.#call('PUT /api/protection/limits', { body: { ...name, amount: 500 } });
    await this.#call('PUT /api/protection/limits', { body: { ...name, amount: 600 } });
    await this.#call('POST /api/protection/limits/confirm', { body: name });
    await this.#call('POST /api/protection/review');
    await this.#call('PUT /api/protection/reality-check', { body: { minutes: 30 } });
    await this.#call('GET /api/protection/reality-check');
    await this.#call('POST /api/protection/reality-check/answer', {
      body: { no: 1, minutes: 60, staked: 0, won: 0 },
    });
    await this.#call('GET /api/protection/play/:by', { params: { by: 'year' } });
    await this.#call('POST /api/protection/held/release');
    await this.#call('POST /api/protection/held/withdraw');
    await this.#call('POST /api/protection/break', { body: { hours: 24 } });
    await this.#call('POST /api/protection/exclusion', { body: { months: 6 } });
    await this.#call('POST /api/protection/exclusion/end');
  }

  async #notices(): Promise<void> {
    await this.#call('POST /api/notices', { body: { page: 1, limit: 10 } });
    await this.#call('POST /api/notices/read', { body: { upTo: '1' } });
    await this.#call('GET /api/notices/choices');
    await this.#call('PUT /api/notices/choices', { body: { kind: 'chat', isPushed: false } });
    const endpoint = 'https://fcm.googleapis.com/fcm/send/none';
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    await this.#call('POST /api/notices/browser', { body: { endpoint, ...keys } });
    await this.#call('POST /api/notices/browser/forget', { body: { endpoint } });
  }

  /** Moves to a game what would make a person look at the next withdrawal; not counted. */
  async #moveAllBut(rest: number): Promise<void> {
    const amount = Math.floor((await this.#amount()) - rest);
    const body = { from: 'WALLET', to: GAME, amount };
    await this.#server.call('POST /api/wallet/transfer', { token: this.#token, body });
  }

  /** Returns the member's spendable balance; not counted. */
  async #amount(): Promise<number> {
    const { body } = await this.#server.call('GET /api/wallet', { token: this.#token });
    return (body as { wallet: { amount: number } }).wallet.amount;
  }

  /** Proof comes first: the changes of an account ask for it. */
  async #factors(): Promise<void> {
    await this.#call('GET /api/step-up');
    await this.#call('POST /api/step-up/challenge');
    await this.#call('POST /api/step-up', { body: { password: PASSWORD } });
    await this.#call('POST /api/login/passkey/challenge');
    await this.#call('POST /api/login/passkey', { body: { answer: {} } });
    await this.#call('GET /api/account/factors');
    await this.#call('POST /api/account/passkeys/challenge');
    await this.#call('POST /api/account/passkeys', { body: { name: 'bench', answer: {} } });
    const params = { passkeyId: 'none' };
    await this.#call('PUT /api/account/passkeys/:passkeyId', { params, body: { name: 'bench' } });
    await this.#call('DELETE /api/account/passkeys/:passkeyId', { params });
    await this.#call('POST /api/account/totp');
    await this.#call('PUT /api/account/totp', { body: { code: 'none' } });
    await this.#call('DELETE /api/account/totp');
    await this.#call('POST /api/account/recovery-codes');
  }

  async #account(): Promise<void> {
    const { body } = await this.#call('GET /api/account/profile');
    const { name, bankCode, bankAccountName, bankAccountNo } = (
      body as { profile: Record<'name' | 'bankCode' | 'bankAccountName' | 'bankAccountNo', string> }
    ).profile;
    await this.#factors();
    await this.#call('PUT /api/account/profile', {
      body: { name: `${name} ใหม่`, bankCode, bankAccountName, bankAccountNo },
    });
    await this.#call('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName } });
    const credentials = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await this.#call('PUT /api/account/changepwd', { body: credentials });
    const login = await this.#call('POST /api/login', {
      body: { username: phoneOf(this.#member), password: NEW_PASSWORD },
    });
    const listed = await this.#call('GET /api/account/sessions');
    const others = (listed.body as { _id: string; isCurrent: boolean }[]).filter((one) => !one.isCurrent);
    await this.#call('DELETE /api/account/sessions/:sessionId', {
      params: { sessionId: others[0]?._id ?? '0' },
    });
    const again = await this.#server.call('POST /api/login', {
      body: { username: phoneOf(this.#member), password: NEW_PASSWORD },
    });
    await this.#call('POST /api/logout', { token: (again.body as { token: string }).token });
    if (login.end !== 'OK') throw new Error(`log-in after the change of password: ${login.end}`);
    await this.#call('DELETE /api/account/other-sessions');
    await this.#call('DELETE /api/account/sessions');
  }
}
