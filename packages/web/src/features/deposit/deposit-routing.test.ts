import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  depositChannels,
  routeDepositAccount,
  walletView,
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
  /** Routes in mode AUTO, in any other mode, and the same two with `isManual`. */
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
  // No rule covers these; only a manual operator takes money at any bank.
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

describe('walletView', () => {
  it('is automatic in mode AUTO, and by gift link in every other and without one', () => {
    expect(walletView({ mode: 'AUTO' })).toBe('automatic');
    for (const mode of ['GIFT', 'auto', '', undefined]) {
      expect(walletView({ mode })).toBe('gift');
    }
  });
});

describe('depositChannels', () => {
  const account = (bankCode: string, bankType: string, mode: string, bankAccountNo = '1'): DepositBank => ({
    bank: { nameTH: bankCode, nameEN: bankCode },
    bankCode,
    bankType,
    mode,
    bankAccountName: 'KRAPAO',
    bankAccountNo,
    currency: 'BAHT',
  });

  it('offers every account and wallet in the order they came, and of a QR provider one', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const banks = [
      account('FP', 'PAYMENT', 'AUTO'),
      account('SCB', 'BANK', 'AUTO'),
      account('KBANK', 'BANK', 'SMS', 'first'),
      account('KBANK', 'BANK', 'SMS', 'second'),
      account('KBANK', 'BANK', 'AUTO', 'third'),
    ];
    const wallets = [{ walletAccountName: 'W1', mode: 'AUTO' }, { walletAccountName: 'W2' }];
    const channels = depositChannels({ banks, wallets, isManual: false });
    expect(
      channels.map((channel) => [
        channel.group,
        channel.group === 'wallet' ? channel.wallet.walletAccountName : channel.account.bankAccountNo,
        channel.group === 'qr' ? channel.provider : channel.view,
      ]),
    ).toEqual([
      ['qr', '1', 'FP'],
      ['bank', '1', 'details'],
      ['qr', 'first', 'KBANK'],
      ['bank', 'third', 'details'],
      ['wallet', 'W1', 'automatic'],
      ['wallet', 'W2', 'gift'],
    ]);
    expect(new Set(channels.map(({ id }) => id)).size).toBe(channels.length);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it('counts the numbered accounts among themselves', () => {
    const banks = [
      account('SCB', 'BANK', 'AUTO'),
      account('BCEL', 'BANK', 'AUTO', 'kip'),
      account('KBANK', 'BANK', 'AUTO'),
      account('BCEL', 'BANK', 'AUTO', 'baht'),
    ];
    const ordinals = (isManual: boolean) =>
      depositChannels({ banks, wallets: [], isManual }).map((channel) =>
        channel.group === 'bank' ? channel.ordinal : null,
      );
    expect(ordinals(false)).toEqual([0, 1, 0, 2]);
    expect(ordinals(true)).toEqual([0, 0, 0, 0]);
  });

  it('leaves out what it cannot offer, and warns of each without the account number', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const banks = [account('KTB', 'BANK', 'AUTO', '987654'), account('NEWPAY', 'PAYMENT', 'AUTO')];
    expect(depositChannels({ banks, wallets: [], isManual: false })).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(warn.mock.calls)).toContain('KTB');
    expect(JSON.stringify(warn.mock.calls)).not.toContain('987654');
  });
});
