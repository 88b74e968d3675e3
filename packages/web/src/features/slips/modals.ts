import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    slip: undefined;
  }
}

export const slipModals: ModalLoaders<'slip'> = {
  slip: () => import('./slip-modal.tsx').then((module) => module.SlipModal),
};
