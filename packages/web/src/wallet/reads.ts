import type { ResponseBody } from '@krapao/contract/routes';
import { hideAccountNo } from '../lib/account-no.ts';
import type { Reads } from '../lib/read-traits.ts';

declare module '../lib/read-traits.ts' {
  interface KeptReplies {
    'GET /api/wallet': true;
  }
}

const withoutAccounts = (wallet: ResponseBody<'GET /api/wallet'>) => ({
  ...wallet,
  profile: { ...wallet.profile, bankAccountNo: hideAccountNo(wallet.profile.bankAccountNo) },
  bankAccount: { ...wallet.bankAccount, bankAccountNo: hideAccountNo(wallet.bankAccount.bankAccountNo) },
});

export const walletReads = {
  'GET /api/wallet': { kept: { isWanted: () => true, withoutSecrets: withoutAccounts } },
} satisfies Reads;
