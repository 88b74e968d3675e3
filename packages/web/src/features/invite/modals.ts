import type { ModalLoaders } from '../../lib/modal-store.ts';

declare module '../../lib/settings.ts' {
  interface Offers {
    invite: true;
  }
}

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    invite: undefined;
  }
}

export const inviteModals: ModalLoaders<'invite'> = {
  invite: () => import('./invite-modal.tsx').then((module) => module.InviteModal),
};
