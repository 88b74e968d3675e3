import { ENGLISH_NAME, requiresEnglishName } from '@krapao/contract/limits';
import { openModal } from '../../lib/modal-store.ts';
import { copyAndTell } from '../../ui/copy-button.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';

/** Delay of the postponed copy after the name was corrected, until the edit has left the screen. */
const POSTPONED_COPY_MS = 1_000;

/** True when the member's bank shows English names only, and the registered name is not English. */
export function needsEnglishName({
  profile,
  bankAccount,
}: Pick<UserInfo, 'profile' | 'bankAccount'>): boolean {
  return requiresEnglishName(profile.bankCode) && !ENGLISH_NAME.test(bankAccount.bankAccountName);
}

/**
 * Returns the action of every copy icon in the deposit modal: copies, unless the member's account name must
 * be corrected first. Then the copy runs after the correction; it is dropped when the name stays as it is.
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
