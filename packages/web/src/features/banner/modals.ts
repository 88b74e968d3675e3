import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    /** The operator's banners; the modal named in `before` follows. */
    banners: { before: 'invite' | 'refund' };
  }
}

export const bannerModals: ModalLoaders<'banners'> = {
  banners: () => import('./banners-modal.tsx').then((module) => module.BannersModal),
};
