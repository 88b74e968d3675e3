import { useT } from '../../lib/i18n/i18n.ts';
import type { BonusTerms } from './bonus-rules.ts';
import { categoryText } from './bonus-words.ts';
import styles from './bonus.module.css';

/** Share of a stake that counts towards the turnover, by kind of game. */
export function CountingGames({ games }: Pick<BonusTerms, 'games'>) {
  const t = useT();
  return (
    <div className={styles.counting}>
      <p className={styles.countingTitle}>{t('bonus.counts')}</p>
      <ul className={styles.games}>
        {games.map(({ category, percent }) => (
          <li key={category} className={styles.game}>
            <span>{categoryText(category)}</span>
            <span className={styles.gamePercent}>{percent}%</span>
            <span className={styles.gameTrack} aria-hidden>
              <span style={{ width: `${Math.min(100, percent)}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>{t('bonus.countsOnly')}</p>
    </div>
  );
}
