import type { ResponseBody } from '@krapao/contract/routes';

type Wallet = ResponseBody<'GET /api/wallet'>;
type Slot = Wallet['slots'][number];

/** Returns a game account, with a test's changes. */
export function sampleSlot(changes: Partial<Slot> = {}): Slot {
  return {
    code: 'PG',
    name: 'PG Soft',
    logo: '',
    background: '',
    category: 'slot',
    isActive: true,
    amount: 0,
    web: '',
    android: '',
    ios: '',
    isDown: false,
    transit: 0,
    ...changes,
  };
}

/** Returns a wallet reply of a Thai member, with a test's changes. */
export function sampleWallet(changes: Partial<Wallet> = {}): Wallet {
  return {
    profile: {
      _id: '66f0a1b2c3d4',
      name: 'Somchai',
      username: '0812345678',
      sourceCode: '',
      inviteCode: '',
      bankCode: 'KBANK',
      bankAccountName: 'SOMCHAI JAI',
      bankAccountNo: '1234567890',
      currency: 'BAHT',
      coin: 0,
      createdAt: '2026-11-01T05:12:33.000Z',
    },
    bankAccount: {
      bankAccountName: 'SOMCHAI JAI',
      bankAccountNo: '1234567890',
      bank: { code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
    },
    wallet: { amount: 0, transit: 0 },
    inviteAmount: 0,
    inviteSuccess: 0,
    inviteFail: 0,
    slots: [],
    ...changes,
  };
}
