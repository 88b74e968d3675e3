import { BULK_MAX } from '@krapao/contract/staff/payouts';
import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { formatMinor, sumByCurrency } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './bulk-bar.module.css';
import type { Payout, Decision, BulkDone } from './payout.ts';

interface BulkBarProps {
  items: readonly Payout[];
  clear: () => void;
  onResults: (done: BulkDone) => void;
}

/** Decides several payouts at once: how many, and for how much. */
export function BulkBar({ items, clear, onResults }: BulkBarProps) {
  const t = useT();
  const [decision, setDecision] = useState<Decision>();
  const isTooMany = items.length > BULK_MAX;
  return (
    <div className={styles['bar']} role="group" aria-label={t('payouts.bulk')}>
      <p>
        <strong>{t('payouts.selected', { count: items.length })}</strong>{' '}
        {sumByCurrency(items)
          .map(([currency, minor]) => formatMinor(minor, currency))
          .join(' · ')}
      </p>
      {isTooMany && <p>{t('payouts.tooMany', { max: BULK_MAX })}</p>}
      <div className={styles['buttons']}>
        <Button kind="primary" isDisabled={isTooMany} onPress={() => setDecision('approve')}>
          {t('payouts.approve')}
        </Button>
        <Button kind="danger" isDisabled={isTooMany} onPress={() => setDecision('refuse')}>
          {t('payouts.refuse')}
        </Button>
        <Button isDisabled={isTooMany} onPress={() => setDecision('hold')}>
          {t('payouts.hold')}
        </Button>
        <Button kind="quiet" onPress={clear}>
          {t('payouts.clear')}
        </Button>
      </div>
      {decision && (
        <BulkDialog
          items={items}
          decision={decision}
          onResults={(results) => onResults({ results, items })}
          onClose={() => setDecision(undefined)}
        />
      )}
    </div>
  );
}
