import { useT } from '../../lib/i18n.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from './hits.module.css';
import type { Payout } from './payout.ts';

/** Why a payout waits: the rules that were hit, and whether it takes two people. */
export function Hits({ payout }: { payout: Payout }) {
  const t = useT();
  return (
    <span className={styles['hits']}>
      {payout.people === 2 && <Chip tone="brand">{t('payouts.twoPeople')}</Chip>}
      {payout.hits.map(({ rule, isStrong }) => (
        <Chip key={rule} tone={isStrong ? 'bad' : 'warn'}>
          {t(`payouts.rule_${rule}`)}
        </Chip>
      ))}
      {payout.approval && <Chip tone="plain">{t('payouts.proposed')}</Chip>}
    </span>
  );
}
