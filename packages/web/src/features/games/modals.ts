import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'game-account': { code: string };
  }
}

export const gameModals: ModalLoaders<'game-account'> = {
  'game-account': () => import('./game-account-modal.tsx').then((module) => module.GameAccountModal),
};
