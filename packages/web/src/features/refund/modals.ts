import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/settings.ts' {
  interface Offers {
    refund: true;
  }
}

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    refund: undefined;
  }
}

export const refundModals: ModalLoaders<'refund'> = {
  refund: () => import('./refund-modal.tsx').then((module) => module.RefundModal),
};
