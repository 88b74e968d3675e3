import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'login-code': undefined;
  }
}

export const loginModals: ModalLoaders<'login-code'> = {
  'login-code': () => import('./login-code-modal.tsx').then((module) => module.LoginCodeModal),
};
