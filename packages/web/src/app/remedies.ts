import { openModal } from '../lib/modal-store.ts';
import { PROTECTION_PATH } from '../features/protection/protection-api.tsx';
import type { Remedy } from '../ui/alert-store.ts';

const PLAY_SAFELY: Remedy = { label: 'member.playSafely', path: PROTECTION_PATH };

/** Remedies by the code of the refusal. */
export const remedies: Readonly<Record<string, Remedy>> = {
  LIMIT_DEPOSIT: PLAY_SAFELY,
  LIMIT_LOSS: PLAY_SAFELY,
  ON_BREAK: PLAY_SAFELY,
  EXCLUDED: PLAY_SAFELY,
  REALITY_CHECK_DUE: { open: () => void openModal('reality-check') },
};
