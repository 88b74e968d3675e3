import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import rows from '../../ui/row-sheet.module.css';
import { StatusChip } from '../../ui/status-chip.tsx';
import { DateTime } from '../../ui/time.tsx';
import { NOTE_TEXT } from './receipt-rules.ts';
import {
  iconOf,
  linkedText,
  placeName,
  PROGRESS_TONE,
  TYPE_TONE,
  PROGRESS_TEXT,
  progressOf,
  signOf,
  typeTextOf,
  type PlaceNames,
  type StatementItem,
} from './statement-rules.ts';
import styles from './statement.module.css';

interface StatementRowProps {
  item: StatementItem;
  names: PlaceNames;
  currency: Currency;
}

/** One movement of money: its kind, places, amount and progress. A press opens its receipt. */
export function StatementRow({ item, names, currency }: StatementRowProps) {
  const t = useT();
  const progress = progressOf(item.status);
  const linked = linkedText(item);
  const from = placeName(item.from, names);
  const to = placeName(item.to, names);
  return (
    <li>
      <button
        type="button"
        className={classNames(rows.row, styles.row)}
        data-progress={progress}
        aria-haspopup="dialog"
        onClick={() => void openModal('receipt', { transferId: item._id })}
      >
        <RowMark icon={iconOf(item)} tone={TYPE_TONE[item.statementType]} className={styles.mark} />
        <span className={styles.type}>{t(typeTextOf(item))}</span>
        <Amount
          value={minorOf(item.amount)}
          currency={currency}
          sign={signOf(item)}
          className={styles.amount}
        />
        <span className={styles.places}>
          {from}
          {from && to && (
            <>
              <Icon name="arrow-right" size={14} />
              <span className="visually-hidden"> {t('statement.to')} </span>
            </>
          )}
          {to}
        </span>
        <span className={styles.status}>
          <StatusChip tone={PROGRESS_TONE[progress]}>{t(PROGRESS_TEXT[progress])}</StatusChip>
        </span>
        <span className={styles.time}>
          <DateTime at={item.createdAt} />
        </span>
        {linked && <span className={styles.linked}>{linked}</span>}
        {item.note && <span className={styles.linked}>{t(NOTE_TEXT[item.note].short)}</span>}
      </button>
    </li>
  );
}
