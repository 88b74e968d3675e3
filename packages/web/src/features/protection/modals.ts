import type { LimitKind, LimitPeriod } from '@krapao/contract/protection';
import type { ModalLoaders } from '../../lib/modal-store.ts';
import { withWords } from '../../lib/with-words.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    limit: { kind: LimitKind; period: LimitPeriod };
    pause: undefined;
  }
}

export const protectionModals: ModalLoaders<'limit' | 'pause'> = {
  limit: withWords('safe', () => import('./limit-modal.tsx').then((module) => module.LimitModal)),
  pause: withWords('safe', () => import('./pause-modal.tsx').then((module) => module.PauseModal)),
};
