import type { ModalLoaders } from '../../lib/modal-store.ts';
import { withWords } from '../../lib/with-words.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'reality-check': undefined;
  }
}

export const playModals: ModalLoaders<'reality-check'> = {
  'reality-check': withWords('safe', () => import('./check-modal.tsx').then((module) => module.CheckModal)),
};
