import type { ModalLoaders } from '../../lib/modal-store.ts';
import { withWords } from '../../lib/with-words.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'notice-choices': undefined;
  }
}

export const noticeModals: ModalLoaders<'notice-choices'> = {
  'notice-choices': withWords('extra', () =>
    import('./choices-modal.tsx').then((module) => module.ChoicesModal),
  ),
};
