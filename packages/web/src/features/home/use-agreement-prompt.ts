import { useEffect, useEffectEvent, useState } from 'react';
import { isAnyModalOpen, openModal } from '../../lib/modal-store.ts';
import { getToken } from '../../lib/session-token.ts';
import { readStored } from '../../lib/storage.ts';
import { useApi } from '../../lib/use-api.ts';
import { shouldShowAgreements } from './agreement-check.ts';

/** Delay between showing home and opening the agreements. */
const AGREEMENT_DELAY_MS = 1_500;

/** Login for which they were shown: returning to home does not show them again. */
let shownFor: string | null = null;

/** Opens the agreements a moment after home has loaded, unless `shouldShowAgreements` says no. */
export function useAgreementPrompt(): void {
  const [isDue, setDue] = useState(false);
  const isWanted = readStored('agreement') === null;
  const { data, error } = useApi(isWanted ? 'GET /api/lookup/agreements' : null, undefined, {
    revalidateOnFocus: false,
  });

  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AGREEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  const prompt = useEffectEvent(() => {
    const token = getToken();
    const moment = {
      isRemembered: readStored('agreement') !== null,
      wasShown: shownFor === token,
      agreements: data,
      isAnotherModalOpen: isAnyModalOpen(),
    };
    if (!shouldShowAgreements(moment)) return;
    shownFor = token;
    void openModal('agreement');
  });
  const isAnswered = data !== undefined || error !== undefined;
  useEffect(() => {
    if (isDue && isAnswered) prompt();
  }, [isDue, isAnswered]);
}
