import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    withdraw: undefined;
  }
}

export const withdrawModals: ModalLoaders<'withdraw'> = {
  withdraw: () => import('./withdraw-modal.tsx').then((module) => module.WithdrawModal),
};
