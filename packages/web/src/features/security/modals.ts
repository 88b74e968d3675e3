import type { ModalLoaders } from '../../lib/modal-store.ts';
import { withWords } from '../../lib/with-words.ts';

declare module '../../lib/modal-store.ts' {
  interface ModalProps {
    'step-up': undefined;
    'set-up-totp': undefined;
    'recovery-codes': undefined;
    'rename-passkey': { id: string; name: string };
    'offer-passkey': undefined;
  }
}

export const securityModals: ModalLoaders<
  'step-up' | 'set-up-totp' | 'recovery-codes' | 'rename-passkey' | 'offer-passkey'
> = {
  'step-up': withWords('account', () => import('./step-up-modal.tsx').then((module) => module.StepUpModal)),
  'set-up-totp': withWords('account', () =>
    import('./set-up-totp-modal.tsx').then((module) => module.SetUpTotpModal),
  ),
  'recovery-codes': withWords('account', () =>
    import('./recovery-codes-modal.tsx').then((module) => module.RecoveryCodesModal),
  ),
  'rename-passkey': withWords('account', () =>
    import('./rename-passkey-modal.tsx').then((module) => module.RenamePasskeyModal),
  ),
  'offer-passkey': withWords('account', () =>
    import('./offer-passkey-modal.tsx').then((module) => module.OfferPasskeyModal),
  ),
};
