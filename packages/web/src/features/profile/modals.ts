import type { ModalLoaders } from '../../lib/modal-store.ts';
import { withWords } from '../../lib/with-words.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'edit-profile': undefined;
    'change-password': undefined;
  }
}

export const profileModals: ModalLoaders<'edit-profile' | 'change-password'> = {
  'edit-profile': withWords('account', () =>
    import('./edit-profile-modal.tsx').then((module) => module.EditProfileModal),
  ),
  'change-password': withWords('account', () =>
    import('./change-password-modal.tsx').then((module) => module.ChangePasswordModal),
  ),
};
