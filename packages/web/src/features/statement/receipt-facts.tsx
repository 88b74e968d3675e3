import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, Details } from '../../ui/layout.tsx';
import { DateTime } from '../../ui/time.tsx';
import type { Receipt } from './receipt-rules.ts';
import styles from './receipt.module.css';

/** Types without fees: movements between the wallet and another place. A bonus is no such movement. */
const MOVES = ['deposit', 'withdraw', 'transfer'];

interface FactsProps {
  receipt: Receipt;
  currency: Currency;
  /** Shows another movement in place of this one. */
  onOther: (transferId: string) => void;
}

/** References and costs of a movement. */
export function Facts({ receipt, currency, onOther }: FactsProps) {
  const t = useT();
  const { account, ordered, otherReference, otherHalf } = receipt;
  return (
    <>
      <div className={styles.sheet}>
        <Details>
          <Detail label={t('statement.createdAt')}>
            <DateTime at={receipt.createdAt} />
          </Detail>
          {account !== undefined && (
            <Detail label={t('statement.account')}>{t('statement.accountEnds', { digits: account })}</Detail>
          )}
          {ordered !== undefined && (
            <Detail label={t('statement.ordered')}>
              <Amount value={minorOf(ordered)} currency={currency} />
            </Detail>
          )}
          {MOVES.includes(receipt.statementType) && (
            <Detail label={t('statement.fee')}>{t('statement.noFee')}</Detail>
          )}
          <Reference label={t('statement.reference')} text={receipt._id} />
          {otherReference !== undefined && (
            <Reference label={t('statement.otherReference')} text={otherReference} />
          )}
        </Details>
      </div>
      {otherHalf && (
        <Button variant="ghost" size="small" icon="both-ways" onClick={() => onOther(otherHalf._id)}>
          {t(otherHalf.comes === 'before' ? 'statement.halfBefore' : 'statement.halfAfter')}
        </Button>
      )}
    </>
  );
}

function Reference({ label, text }: { label: string; text: string }) {
  return (
    <Detail label={label} action={<CopyButton text={text} label={label} />}>
      <span className={styles.reference} translate="no">
        {text}
      </span>
    </Detail>
  );
}
