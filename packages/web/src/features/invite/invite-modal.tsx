import type { Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import type { Documented } from '../../lib/documented.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { usePageOf } from '../../lib/use-page-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { MoneyLog } from '../../ui/money-log.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import styles from './invite.module.css';
import { ShareLink } from './share-link.tsx';

/** The member's link for friends, and the member's earnings from friends. */
export function InviteModal({ onClose }: ModalComponentProps<'invite'>) {
  const t = useT();
  const { userInfo, error, reload } = useWallet();
  return (
    <Dialog title={t('invite.title')} onClose={() => onClose()}>
      <div className={styles.modal}>
        {userInfo && <ShareLink profileId={userInfo.profile._id} />}
        {!userInfo && error === undefined && <Skeleton height={360} />}
        {!userInfo && error !== undefined && <LoadFailed onRetry={reload} />}
        <InviteList currency={userInfo?.currency} />
      </div>
    </Dialog>
  );
}

type Invite = Documented<ResponseBody<'POST /api/invite'>['invites'][number], '_id'>;

function InviteList({ currency }: { currency: Currency | undefined }) {
  const t = useT();
  const { page, turnTo, reply, isTurning, error, retry } = usePageOf('POST /api/invite');
  const items = reply?.invites.map(({ _id, from, amount, createdAt }: Invite) => ({
    id: _id,
    title: <bdi translate="no">{from.name}</bdi>,
    at: createdAt,
    amountMinor: minorOf(amount),
  }));
  return (
    <MoneyLog
      title={t('invite.list')}
      items={items}
      total={reply?.total}
      currency={currency}
      page={page}
      onPage={turnTo}
      isTurning={isTurning}
      error={error}
      onRetry={retry}
      empty={
        <EmptyState icon="user" title={t('invite.none')}>
          {t('invite.noneHint')}
        </EmptyState>
      }
    />
  );
}
