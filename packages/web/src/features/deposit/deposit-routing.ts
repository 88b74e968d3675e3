import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';

export type DepositLookup = ResponseBody<'GET /api/lookup/deposit'>;
export type DepositBank = DepositLookup['banks'][number];

/** Way to pay into an operator's bank account, and the view for it. */
export type DepositRoute =
  | { group: 'bank'; view: 'details' | 'numbered' | 'manual' }
  | { group: 'qr'; provider: QrProvider };

/** Fields that decide a bank account's route; an account may lack a mode. */
export type RoutedAccount = Pick<DepositBank, 'bankCode' | 'bankType'> & { mode?: string | undefined };

/**
 * Returns the route of an operator's bank account, or null when no rule covers it. Such an account must not
 * be shown: money sent to an unattended account might never be credited.
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

/** Returns the view for an operator's digital wallet: automatic, or by gift link for any other mode. */
export function walletView(wallet: { mode?: string | undefined }): 'automatic' | 'gift' {
  return wallet.mode === 'AUTO' ? 'automatic' : 'gift';
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

export type DepositWallet = DepositLookup['wallets'][number];

/**
 * Returns a wallet's name for the player: in their language where the server has it, else the account's own.
 */
export const walletName = ({ displayName, walletAccountName }: DepositWallet): string =>
  displayName ?? walletAccountName;

/** Deposit channel. `id` is unique while the modal is open. */
export type Channel = BankChannel | QrChannel | WalletChannel;

export interface BankChannel {
  group: 'bank';
  id: string;
  view: 'details' | 'numbered' | 'manual';
  account: DepositBank;
  /** Number among the numbered accounts, from 1; 0 for the others. */
  ordinal: number;
}

export interface QrChannel {
  group: 'qr';
  id: string;
  provider: QrProvider;
  account: DepositBank;
}

export interface WalletChannel {
  group: 'wallet';
  id: string;
  view: 'automatic' | 'gift';
  wallet: DepositWallet;
}

/**
 * Returns the deposit channels in the operator's order. A QR provider appears once: it creates its codes
 * whichever account it pays out to. Unsupported accounts are left out, with a warning in the log.
 */
export function depositChannels({ banks, wallets, isManual }: DepositLookup): Channel[] {
  const channels: Channel[] = [];
  let ordinal = 0;
  for (const [index, account] of banks.entries()) {
    const route = routeDepositAccount(account, isManual);
    if (route?.group === 'bank') {
      if (route.view === 'numbered') ordinal += 1;
      const { view } = route;
      channels.push({
        group: 'bank',
        id: `bank-${index}`,
        view,
        account,
        ordinal: view === 'numbered' ? ordinal : 0,
      });
    } else if (route?.group === 'qr') {
      const id = `qr-${route.provider}`;
      if (!channels.some((known) => known.id === id)) {
        channels.push({ group: 'qr', id, provider: route.provider, account });
      }
    } else {
      const { bankCode, bankType, mode } = account;
      console.warn('deposit account not shown', { bankCode, bankType, mode });
    }
  }
  for (const [index, wallet] of wallets.entries()) {
    channels.push({ group: 'wallet', id: `wallet-${index}`, view: walletView(wallet), wallet });
  }
  return channels;
}
