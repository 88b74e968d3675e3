import type { ResponseBody } from '@krapao/contract/routes';
import type { Reads } from '../lib/read-traits.ts';

declare module '../lib/read-traits.ts' {
  interface KeptReplies {
    'GET /api/wallet': true;
  }
}

const SHOWN_DIGITS = 4;

function masked(accountNo: string): string {
  const hidden = Math.max(0, accountNo.length - SHOWN_DIGITS);
  return '•'.repeat(hidden) + accountNo.slice(hidden);
}

const withoutAccounts = (wallet: ResponseBody<'GET /api/wallet'>) => ({
  ...wallet,
  profile: { ...wallet.profile, bankAccountNo: masked(wallet.profile.bankAccountNo) },
  bankAccount: { ...wallet.bankAccount, bankAccountNo: masked(wallet.bankAccount.bankAccountNo) },
});

export const walletReads = {
  'GET /api/wallet': { kept: { isWanted: () => true, withoutSecrets: withoutAccounts } },
} satisfies Reads;
