import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/settings.ts' {
  interface Offers {
    bonus: true;
    promotion: true;
  }
}

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    bonus: { code: string };
  }
}

export const bonusModals: ModalLoaders<'bonus'> = {
  bonus: () => import('./bonus-modal.tsx').then((module) => module.BonusModal),
};
