import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { openModal } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { Picture } from '../../ui/banner-carousel.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useServerNow } from '../../ui/time.tsx';
import { bonusName, standingOf, type Bonus, type Standing } from './bonus-rules.ts';
import { givesText } from './bonus-words.ts';
import styles from './grid.module.css';

const TICK_MS = 60_000;

/** The offered bonuses as banners, each in the form for its standing. */
export function BonusGrid({ currency }: { currency: Currency }) {
  const t = useT();
  const nowMs = useServerNow(TICK_MS);
  const { data, error, mutate } = useApi('GET /api/bonus');
  if (!data) return error === undefined ? <GridPlaceholder /> : <LoadFailed onRetry={() => mutate()} />;
  if (data.length === 0) {
    return (
      <EmptyState icon="gift" title={t('bonus.none')}>
        {t('bonus.noneHint')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.grid} aria-label={t('bonus.list')}>
      {data.map((bonus) => (
        <li key={bonus.code}>
          <BonusTile bonus={bonus} standing={standingOf(bonus, nowMs)} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

interface BonusTileProps {
  bonus: Bonus;
  standing: Standing;
  currency: Currency;
}

function BonusTile({ bonus, standing, currency }: BonusTileProps) {
  const t = useT();
  const content = (
    <>
      <Picture source={bonus.banners[0]?.image ?? ''} />
      <span className={styles.words}>
        <span className={styles.name}>{bonusName(bonus)}</span>
        {bonus.terms && <span className={styles.gives}>{givesText(bonus.terms, currency)}</span>}
      </span>
      {standing === 'current' && <StatusChip tone="gold">{t('bonus.current')}</StatusChip>}
      {standing === 'received' && <StatusChip tone="success">{t('bonus.receivedMark')}</StatusChip>}
      {standing === 'open' && <Icon name="chevron-right" size={20} className={styles.chevron} />}
    </>
  );
  if (standing === 'current') {
    return (
      <div className={styles.tile} data-standing={standing} aria-current>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={styles.tile}
      data-standing={standing}
      disabled={standing === 'received'}
      aria-haspopup="dialog"
      onClick={() => void openModal('bonus', { code: bonus.code })}
    >
      {content}
    </button>
  );
}

const PLACEHOLDERS = ['a', 'b', 'c'];

/** Placeholder in the shape of the grid while it loads. */
export function GridPlaceholder() {
  return (
    <div className={styles.grid} aria-hidden>
      {PLACEHOLDERS.map((tile) => (
        <div key={tile} className={styles.tile}>
          <span className={styles.ghost} />
          <span className={styles.words}>
            <Skeleton width="60%" height={20} />
            <Skeleton width="85%" height={16} />
          </span>
        </div>
      ))}
    </div>
  );
}
