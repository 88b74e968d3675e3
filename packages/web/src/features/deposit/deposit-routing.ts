import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';

export type DepositLookup = ResponseBody<'GET /api/lookup/deposit'>;
export type DepositBank = DepositLookup['banks'][number];

/** How money is paid into an operator's account, and what the member is shown for it. */
export type DepositRoute =
  | { group: 'bank'; view: 'details' | 'numbered' | 'manual' }
  | { group: 'qr'; provider: QrProvider }
  | { group: 'wallet'; view: 'automatic' | 'gift' };

/** What decides about a bank account; an account may come without a mode. */
export type RoutedAccount = Pick<DepositBank, 'bankCode' | 'bankType'> & { mode?: string | undefined };

/**
 * The view for an operator's bank account, or null for one that no rule covers: it must not be shown, since
 * money sent to an account that nobody handles might never be credited.
 *
 * With `isManual` every account of the bank group gets the general view; QR codes are unaffected.
 */
export function routeDepositAccount(account: RoutedAccount, isManual: boolean): DepositRoute | null {
  const { bankCode, bankType, mode } = account;
  if (bankCode === 'KBANK' && mode !== 'AUTO') return { group: 'qr', provider: 'KBANK' };
  if (bankType === 'PAYMENT' && isGateway(bankCode)) return { group: 'qr', provider: bankCode };

  const view = bankView(bankCode);
  if (isManual && (view !== null || bankType !== 'PAYMENT')) return { group: 'bank', view: 'manual' };
  return view === null ? null : { group: 'bank', view };
}

/** The view for an operator's digital wallet: automatic, or by gift link when it says nothing else. */
export function routeDepositWallet(wallet: { mode?: string | undefined }): DepositRoute {
  return { group: 'wallet', view: wallet.mode === 'AUTO' ? 'automatic' : 'gift' };
}

function bankView(bankCode: string): 'details' | 'numbered' | null {
  switch (bankCode) {
    case 'SCB':
    case 'GSB':
    case 'KBANK':
      return 'details';
    case 'BCEL':
      return 'numbered';
    default:
      return null;
  }
}

function isGateway(bankCode: string): bankCode is Exclude<QrProvider, 'KBANK'> {
  return bankCode !== 'KBANK' && QR_PROVIDERS.some((provider) => provider === bankCode);
}

/** An account that is paid by QR code. */
export interface QrAccount {
  provider: QrProvider;
  account: DepositBank;
}

/**
 * The accounts to offer by QR code, in the operator's order, one per provider: a provider makes its codes
 * whichever account it pays out to. Accounts that cannot be offered are left out, with a warning in the log.
 */
export function qrAccounts({ banks, wallets, isManual }: DepositLookup): QrAccount[] {
  const offered: QrAccount[] = [];
  for (const account of banks) {
    const route = routeDepositAccount(account, isManual);
    if (route?.group !== 'qr') {
      const { bankCode, bankType, mode } = account;
      console.warn('deposit account not shown', { bankCode, bankType, mode, route });
    } else if (!offered.some(({ provider }) => provider === route.provider)) {
      offered.push({ provider: route.provider, account });
    }
  }
  for (const wallet of wallets) {
    console.warn('deposit wallet not shown', { mode: wallet.mode, route: routeDepositWallet(wallet) });
  }
  return offered;
}
