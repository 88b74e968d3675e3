import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    deposit: undefined;
    'edit-name': undefined;
  }
}

export const depositModals: ModalLoaders<'deposit' | 'edit-name'> = {
  deposit: () => import('./deposit-modal.tsx').then((module) => module.DepositModal),
  'edit-name': () => import('./edit-name-modal.tsx').then((module) => module.EditNameModal),
};
