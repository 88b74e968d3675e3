import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { openModal, type ModalComponentProps } from '../../lib/modal-store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRefreshOnOpen } from '../../wallet/use-refresh-on-open.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import { TransferDialog, type PendingMove } from './transfer-dialog.tsx';

/** Moves credit between the main wallet and the game accounts, in any direction. */
export function TransferModal({ props, onClose }: ModalComponentProps<'transfer'>) {
  const t = useT();
  const { userInfo, error, reload } = useWallet();
  const [pending, setPending] = useState<PendingMove | null>(null);
  useRefreshOnOpen();

  if (userInfo && pending) {
    const { amountMinor, transferId } = pending;
    const close = () => onClose({ refresh: true });
    return (
      <Dialog
        title={t('transfer.title')}
        onClose={close}
        footer={
          <Button wide onClick={close}>
            {t('kit.ok')}
          </Button>
        }
      >
        <EmptyState
          icon="clock"
          title={t('transfer.pendingTitle')}
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={() => void openModal('receipt', { transferId })}
            >
              {t('transfer.details')}
            </Button>
          }
        >
          {t('transfer.pendingMsg', { amount: formatMoney(amountMinor, userInfo.currency) })}
        </EmptyState>
      </Dialog>
    );
  }
  if (userInfo?.slots.some((slot) => slot.isActive)) {
    return (
      <TransferDialog start={props ?? {}} userInfo={userInfo} onClose={onClose} onPending={setPending} />
    );
  }
  return (
    <Dialog title={t('transfer.title')} onClose={() => onClose()}>
      {userInfo && (
        <EmptyState icon="gamepad" title={t('transfer.noGamesTitle')}>
          {t('transfer.noGamesText')}
        </EmptyState>
      )}
      {!userInfo && (error === undefined ? <Spinner /> : <LoadFailed onRetry={reload} />)}
    </Dialog>
  );
}
