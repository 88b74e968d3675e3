import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    agreement: undefined;
  }
}

export const agreementModals: ModalLoaders<'agreement'> = {
  agreement: () => import('./agreement-modal.tsx').then((module) => module.AgreementModal),
};
