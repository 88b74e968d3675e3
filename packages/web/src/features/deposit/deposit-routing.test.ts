import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  qrAccounts,
  routeDepositAccount,
  routeDepositWallet,
  type DepositBank,
  type DepositRoute,
} from './deposit-routing.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const DETAILS: DepositRoute = { group: 'bank', view: 'details' };
const NUMBERED: DepositRoute = { group: 'bank', view: 'numbered' };
const MANUAL: DepositRoute = { group: 'bank', view: 'manual' };
const qr = (provider: 'KBANK' | 'WW' | 'PAYTIMZ' | 'PAYONEX' | 'FP'): DepositRoute => ({
  group: 'qr',
  provider,
});

interface Row {
  bankCode: string;
  bankType: string;
  /** The route in mode AUTO, in any other mode, and the same two with `isManual`. */
  routes: readonly [
    auto: DepositRoute | null,
    other: DepositRoute | null,
    manualAuto: DepositRoute | null,
    manualOther: DepositRoute | null,
  ];
}

const TABLE: readonly Row[] = [
  { bankCode: 'SCB', bankType: 'BANK', routes: [DETAILS, DETAILS, MANUAL, MANUAL] },
  { bankCode: 'GSB', bankType: 'BANK', routes: [DETAILS, DETAILS, MANUAL, MANUAL] },
  { bankCode: 'BCEL', bankType: 'BANK', routes: [NUMBERED, NUMBERED, MANUAL, MANUAL] },
  { bankCode: 'KBANK', bankType: 'BANK', routes: [DETAILS, qr('KBANK'), MANUAL, qr('KBANK')] },
  { bankCode: 'KBANK', bankType: 'PAYMENT', routes: [DETAILS, qr('KBANK'), MANUAL, qr('KBANK')] },
  { bankCode: 'WW', bankType: 'PAYMENT', routes: [qr('WW'), qr('WW'), qr('WW'), qr('WW')] },
  {
    bankCode: 'PAYTIMZ',
    bankType: 'PAYMENT',
    routes: [qr('PAYTIMZ'), qr('PAYTIMZ'), qr('PAYTIMZ'), qr('PAYTIMZ')],
  },
  {
    bankCode: 'PAYONEX',
    bankType: 'PAYMENT',
    routes: [qr('PAYONEX'), qr('PAYONEX'), qr('PAYONEX'), qr('PAYONEX')],
  },
  { bankCode: 'FP', bankType: 'PAYMENT', routes: [qr('FP'), qr('FP'), qr('FP'), qr('FP')] },
  // No rule covers these, and only a manual operator takes money at any bank.
  { bankCode: 'KTB', bankType: 'BANK', routes: [null, null, MANUAL, MANUAL] },
  { bankCode: 'WW', bankType: 'BANK', routes: [null, null, MANUAL, MANUAL] },
  { bankCode: 'NEWPAY', bankType: 'PAYMENT', routes: [null, null, null, null] },
  { bankCode: '', bankType: '', routes: [null, null, MANUAL, MANUAL] },
];

const OTHER_MODES = ['SMS', 'MANUAL', 'auto', '', undefined];

describe('routeDepositAccount', () => {
  it.each(TABLE)('$bankCode ($bankType)', ({ bankCode, bankType, routes }) => {
    const [auto, other, manualAuto, manualOther] = routes;
    expect(routeDepositAccount({ bankCode, bankType, mode: 'AUTO' }, false)).toEqual(auto);
    expect(routeDepositAccount({ bankCode, bankType, mode: 'AUTO' }, true)).toEqual(manualAuto);
    for (const mode of OTHER_MODES) {
      expect(routeDepositAccount({ bankCode, bankType, mode }, false)).toEqual(other);
      expect(routeDepositAccount({ bankCode, bankType, mode }, true)).toEqual(manualOther);
    }
  });
});

describe('routeDepositWallet', () => {
  it('is automatic in mode AUTO, and by gift link in every other and without one', () => {
    expect(routeDepositWallet({ mode: 'AUTO' })).toEqual({ group: 'wallet', view: 'automatic' });
    for (const mode of ['GIFT', 'auto', '', undefined]) {
      expect(routeDepositWallet({ mode })).toEqual({ group: 'wallet', view: 'gift' });
    }
  });
});

describe('qrAccounts', () => {
  const account = (bankCode: string, bankType: string, mode: string, bankAccountNo = '1'): DepositBank => ({
    bank: { nameTH: bankCode, nameEN: bankCode },
    bankCode,
    bankType,
    mode,
    bankAccountName: 'KRAPAO',
    bankAccountNo,
    currency: 'BAHT',
  });

  it('offers one account per QR provider, in the order they came', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const banks = [
      account('FP', 'PAYMENT', 'AUTO'),
      account('KBANK', 'BANK', 'SMS', 'first'),
      account('KBANK', 'BANK', 'SMS', 'second'),
    ];
    const offered = qrAccounts({ banks, wallets: [], isManual: false });
    expect(offered.map(({ provider, account: { bankAccountNo } }) => [provider, bankAccountNo])).toEqual([
      ['FP', '1'],
      ['KBANK', 'first'],
    ]);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('leaves out what it cannot offer, and warns of each without the account number', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const banks = [account('KTB', 'BANK', 'AUTO', '987654'), account('NEWPAY', 'PAYMENT', 'AUTO')];
    const wallets = [{ walletAccountName: 'W', mode: 'AUTO' }];
    expect(qrAccounts({ banks, wallets, isManual: false })).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(3);
    expect(JSON.stringify(warn.mock.calls)).toContain('KTB');
    expect(JSON.stringify(warn.mock.calls)).not.toContain('987654');
  });
});
