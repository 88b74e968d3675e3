import type { Currency } from '@krapao/contract/money';
import { Link } from '../../lib/router.tsx';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RowMark } from '../../ui/row-mark.tsx';
import rows from '../../ui/row-sheet.module.css';
import { RelativeTime } from '../../ui/time.tsx';
import { mayBeStrange, NOTICE_ICON, NOTICE_TONE, placeOf, textOf, type Notice } from './notice-rules.ts';
import styles from './notices.module.css';

interface NoticeRowProps {
  notice: Notice;
  currency: Currency | undefined;
}

/** One notice. A press opens what it tells of: the receipt of a movement, or a screen. */
export function NoticeRow({ notice, currency }: NoticeRowProps) {
  const { movementId: transferId, held } = notice;
  const content = <Content notice={notice} currency={currency} />;
  const className = classNames(rows.row, styles.row, !notice.isRead && styles.new);
  if (transferId !== undefined && held === undefined) {
    return (
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => void openModal('receipt', { transferId })}
      >
        {content}
      </button>
    );
  }
  return (
    <Link href={placeOf(notice)} className={className}>
      {content}
    </Link>
  );
}

function Content({ notice, currency }: NoticeRowProps) {
  const t = useT();
  const { kind, amount, held, device, isRead, createdAt } = notice;
  return (
    <>
      <RowMark icon={NOTICE_ICON[kind]} tone={NOTICE_TONE[kind]} className={styles.mark} />
      <span className={styles.text}>
        {!isRead && <span className="visually-hidden">{t('notices.isNew')} </span>}
        {t(textOf(notice))}
      </span>
      {amount !== undefined && (
        <Amount value={minorOf(amount)} currency={currency} className={styles.amount} />
      )}
      {held !== undefined && held !== amount && (
        <span className={styles.more}>
          {t('notices.heldPart', { amount: formatMoney(minorOf(held), currency ?? 'BAHT') })}
        </span>
      )}
      {device !== undefined && device !== '' && <span className={styles.more}>{device}</span>}
      {mayBeStrange(notice) && <span className={styles.more}>{t('notices.notYou')}</span>}
      <span className={styles.time}>
        <RelativeTime at={createdAt} />
      </span>
    </>
  );
}
