import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    /** One movement of the statement. */
    receipt: { transferId: string };
  }
}

export const statementModals: ModalLoaders<'receipt'> = {
  receipt: () => import('./receipt-modal.tsx').then((module) => module.ReceiptModal),
};
