import type { ResponseBody } from '@krapao/contract/routes';
import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    transfer: { from?: string; to?: string } | undefined;
    /** Result of collecting all credit from the games. */
    collected: { results: ResponseBody<'POST /api/wallet/collect'>['results'] };
  }
}

export const transferModals: ModalLoaders<'transfer' | 'collected'> = {
  transfer: () => import('./transfer-modal.tsx').then((module) => module.TransferModal),
  collected: () => import('./collected-modal.tsx').then((module) => module.CollectedModal),
};
