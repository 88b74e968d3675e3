import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    spin: undefined;
  }
}

export const spinModals: ModalLoaders<'spin'> = {
  spin: () => import('./spin-modal.tsx').then((module) => module.SpinModal),
};
