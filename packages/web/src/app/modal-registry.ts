import type { ComponentType } from 'react';
import type { ModalComponentProps, ModalName } from '../lib/modal-store.ts';

type Loader<Name extends ModalName> = () => Promise<ComponentType<ModalComponentProps<Name>>>;

/** Loaders of the modals. Each is a separate chunk, loaded when first opened. */
export const modalRegistry: { [Name in ModalName]: Loader<Name> } = {
  actions: () => import('./action-drawer.tsx').then((module) => module.ActionDrawer),
  deposit: () => import('../features/deposit/deposit-modal.tsx').then((module) => module.DepositModal),
  withdraw: () => import('../features/withdraw/withdraw-modal.tsx').then((module) => module.WithdrawModal),
  transfer: () => import('../features/transfer/transfer-modal.tsx').then((module) => module.TransferModal),
  'game-account': () =>
    import('../features/games/game-account-modal.tsx').then((module) => module.GameAccountModal),
  conditions: () =>
    import('../features/conditions/conditions-modal.tsx').then((module) => module.ConditionsModal),
  agreement: () =>
    import('../features/agreement/agreement-modal.tsx').then((module) => module.AgreementModal),
  slip: () => import('../features/slips/slip-modal.tsx').then((module) => module.SlipModal),
  'edit-name': () => import('../features/deposit/edit-name-modal.tsx').then((module) => module.EditNameModal),
  'edit-profile': () =>
    import('../features/profile/edit-profile-modal.tsx').then((module) => module.EditProfileModal),
  'change-password': () =>
    import('../features/profile/change-password-modal.tsx').then((module) => module.ChangePasswordModal),
  receipt: () => import('../features/statement/receipt-modal.tsx').then((module) => module.ReceiptModal),
  banners: () => import('../features/banner/banners-modal.tsx').then((module) => module.BannersModal),
  invite: () => import('../features/invite/invite-modal.tsx').then((module) => module.InviteModal),
  refund: () => import('../features/refund/refund-modal.tsx').then((module) => module.RefundModal),
  bonus: () => import('../features/bonus/bonus-modal.tsx').then((module) => module.BonusModal),
  spin: () => import('../features/spinwheel/spin-modal.tsx').then((module) => module.SpinModal),
  collected: () => import('../features/transfer/collected-modal.tsx').then((module) => module.CollectedModal),
};
