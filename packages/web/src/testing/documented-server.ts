import { vi } from 'vitest';

/** Reply of a call: a value, or a function of its body. */
export type PlainReply = object | ((body: unknown) => unknown);

const MEMBER = {
  _id: '66f0a1b2c3d4',
  name: 'Somchai',
  username: '0812345678',
  sourceCode: '',
  inviteCode: '',
  bankCode: 'KBANK',
  bankAccountName: 'SOMCHAI JAI',
  bankAccountNo: '1234567890',
  currency: 'BAHT',
  coin: 2,
  createdAt: '2026-11-01T05:12:33.000Z',
};
const BANK_ACCOUNT = {
  bankAccountName: 'SOMCHAI JAI',
  bankAccountNo: '1234567890',
  bank: { nameTH: 'ธนาคารกสิกรไทย' },
};
const GAME = {
  code: 'PG',
  name: 'PG Soft',
  logo: '',
  background: '',
  category: 'slot',
  isActive: true,
  amount: 20.5,
  web: '',
  android: '',
  ios: '',
};
const AT = '2026-11-20T05:00:00.000Z';
const slice = (code: string, label: string) => ({
  code,
  label,
  bgColor: '#35358f',
  textColor: '#ffffff',
  htmlDescription: `<p>About ${label}</p>`,
});

/** Documented calls with the documented fields and no others, as another server answers. */
const DOCUMENTED_REPLIES: Readonly<Record<string, PlainReply>> = {
  'GET /api/wallet': {
    profile: MEMBER,
    bankAccount: BANK_ACCOUNT,
    wallet: { amount: 100 },
    inviteAmount: 82.25,
    inviteSuccess: 10,
    inviteFail: 90,
    slots: [GAME],
  },
  'GET /api/wallet/refresh/slot': {},
  'GET /api/account/profile': { profile: MEMBER, bankAccount: BANK_ACCOUNT },
  'GET /api/lookup/banks': [{ code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' }],
  'GET /api/lookup/notice': { text: 'Ending early: {percentFail}.' },
  'GET /api/lookup/withdraw': { withdrawMin: 10, withdrawMax: 1_000 },
  'POST /api/statement': {
    total: 1,
    statements: [
      { statementType: 'deposit', from: 'KBANK', to: 'WALLET', amount: 55, status: 'SUCCESS', createdAt: AT },
    ],
  },
  'POST /api/statement/slip': {
    slips: [{ createdAt: AT, amount: 70, status: 'FAILED', note: 'NOT_MATCH', link: '', reference: 'R1' }],
  },
  'POST /api/invite': { invites: [{ from: { name: 'Mana J.' }, amount: 12.5, createdAt: AT }] },
  'GET /api/invite/bonus': { message: 'INVITE_BONUS_SUCCESS' },
  'POST /api/refund': { refunds: [{ refundAmount: 9.75, createdAt: AT }] },
  'GET /api/refund/check': {
    result: true,
    bonus: false,
    info: 'Once a week',
    refundAmount: 45.5,
    refundSuccess: 5,
    refundFail: 95,
  },
  'GET /api/refund/receive': { message: 'REFUND_SUCCESS' },
  'GET /api/spinwheel/active': { isActive: true },
  'GET /api/spinwheel/setup': {
    activeSpinwheel: { name: 'Lucky wheel', slices: [slice('A', 'Tea'), slice('B', 'Rice')] },
    userCoin: 2,
  },
  'POST /api/spinwheel/spin': { code: 'Z', label: 'Pearl', remainingCoin: 1 },
  'GET /api/spinwheel/coupon': [{ prize: { name: 'Tea', slice: 'A' }, amount: 2 }],
  'POST /api/spinwheel/coupon/claim': {},
  'GET /api/bonus': [
    {
      code: 'WELCOME',
      type: 'limit',
      maxReceived: 1,
      banners: [{ image: '', html: '<p>Doubled</p>' }],
      percentFail: 20,
      userBonus: null,
    },
  ],
  'GET /api/bonus/check/active': { status: false, type: '' },
  'GET /api/bonus/activate/:code': { userBonus: { _id: 'u', isActive: true, received: [] } },
  'GET /api/bonus/clear': { message: 'BONUS_CLEAR' },
  'GET /api/promotion/find/:code': { percentFail: 30, description: '<p>Lucky 88</p>' },
  'GET /api/promotion/activate/:code': {},
  'POST /api/wallet/transfer': {},
  'POST /api/wallet/transferAll': {},
  'POST /api/wallet/withdraw': {},
};

/**
 * Replaces the network by a server with the documented calls only, without names of the contract.
 * @returns the calls sent so far, as `METHOD path` with the body as JSON
 */
export function documentedServer(changes: Readonly<Record<string, PlainReply>> = {}): string[] {
  const replies: Readonly<Record<string, PlainReply>> = { ...DOCUMENTED_REPLIES, ...changes };
  const sent: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, 'http://stub').pathname;
    const call = `${init?.method ?? 'GET'} ${path}`;
    const body = typeof init?.body === 'string' ? init.body : '';
    sent.push(`${call} ${body}`.trim());
    const key = Object.keys(replies).find((one) =>
      new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(call),
    );
    const reply = key === undefined ? undefined : replies[key];
    if (reply === undefined) return Response.json({ message: 'NO_DATA' }, { status: 404 });
    return Response.json(
      typeof reply === 'function' ? (reply(body === '' ? undefined : JSON.parse(body)) ?? {}) : reply,
    );
  });
  return sent;
}
