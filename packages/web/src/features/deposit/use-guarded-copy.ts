import { ENGLISH_NAME, requiresEnglishName } from '@krapao/contract/limits';
import { openModal } from '../../lib/modal-store.ts';
import { copyAndTell } from '../../ui/copy-button.tsx';
import { useWallet } from '../session/use-wallet.ts';
import type { UserInfo } from '../session/wallet-state.ts';

/** How long after a corrected name the postponed copy runs, once the edit has left the screen. */
const POSTPONED_COPY_MS = 1_000;

/** Whether the member's bank shows English names only, and the registered one is not. */
export function needsEnglishName({
  profile,
  bankAccount,
}: Pick<UserInfo, 'profile' | 'bankAccount'>): boolean {
  return requiresEnglishName(profile.bankCode) && !ENGLISH_NAME.test(bankAccount.bankAccountName);
}

/**
 * What every copy icon of the deposit modal does: copies, unless the member's account name has to be put right
 * first. Then the copy waits for that and runs afterwards; it is dropped when the name stays as it is.
 */
export function useGuardedCopy(): (text: string) => Promise<void> {
  const { userInfo, reload } = useWallet();
  return async (text) => {
    if (userInfo && needsEnglishName(userInfo)) {
      const result = await openModal('edit-name');
      if (!result?.refresh) return;
      await reload();
      await new Promise((resolve) => setTimeout(resolve, POSTPONED_COPY_MS));
    }
    await copyAndTell(text);
  };
}
