import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'edit-profile': undefined;
    'change-password': undefined;
  }
}

export const profileModals: ModalLoaders<'edit-profile' | 'change-password'> = {
  'edit-profile': () => import('./edit-profile-modal.tsx').then((module) => module.EditProfileModal),
  'change-password': () => import('./change-password-modal.tsx').then((module) => module.ChangePasswordModal),
};
