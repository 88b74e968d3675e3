import { agreementModals } from '../features/agreement/modals.ts';
import { bannerModals } from '../features/banner/modals.ts';
import { bonusModals } from '../features/bonus/modals.ts';
import { conditionsModals } from '../features/conditions/modals.ts';
import { depositModals } from '../features/deposit/modals.ts';
import { gameModals } from '../features/games/modals.ts';
import { inviteModals } from '../features/invite/modals.ts';
import { loginModals } from '../features/login/modals.ts';
import { noticeModals } from '../features/notices/modals.ts';
import { playModals } from '../features/play/modals.ts';
import { profileModals } from '../features/profile/modals.ts';
import { protectionModals } from '../features/protection/modals.ts';
import { refundModals } from '../features/refund/modals.ts';
import { securityModals } from '../features/security/modals.ts';
import { slipModals } from '../features/slips/modals.ts';
import { spinModals } from '../features/spinwheel/modals.ts';
import { statementModals } from '../features/statement/modals.ts';
import { transferModals } from '../features/transfer/modals.ts';
import { withdrawModals } from '../features/withdraw/modals.ts';
import type { ModalLoaders } from '../lib/modal-store.ts';

declare module '../lib/modal-store.ts' {
  interface ModalProps {
    actions: undefined;
  }
}

/** Loaders of all modals. Each modal is a separate chunk, loaded when it is first opened. */
export const modalRegistry: ModalLoaders = {
  actions: () => import('./action-drawer.tsx').then((module) => module.ActionDrawer),
  ...agreementModals,
  ...bannerModals,
  ...bonusModals,
  ...conditionsModals,
  ...depositModals,
  ...gameModals,
  ...inviteModals,
  ...loginModals,
  ...noticeModals,
  ...playModals,
  ...profileModals,
  ...protectionModals,
  ...refundModals,
  ...securityModals,
  ...slipModals,
  ...spinModals,
  ...statementModals,
  ...transferModals,
  ...withdrawModals,
};
