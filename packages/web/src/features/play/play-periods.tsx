import type { PlayBy } from '@krapao/contract/play';
import { minor, type Currency, type Minor } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout.tsx';
import { periodText, type Period } from './play-rules.ts';
import styles from './play.module.css';
import { playedText } from './played-text.ts';

interface PeriodProps {
  period: Period;
  currency: Currency;
}

/** All figures in full, period by period, newest first; that one is open. */
export function PlayPeriods({
  periods,
  by,
  currency,
}: {
  periods: readonly Period[];
  by: PlayBy;
  currency: Currency;
}) {
  const t = useT();
  return periods.map((period, index) => (
    <Card key={period.from} className={styles.period}>
      <details open={index === 0}>
        <summary>
          <h2>{periodText(period, by)}</h2>
          {period.minutes !== null && (
            <span className={styles.gameTime}>{playedText(t, period.minutes)}</span>
          )}
          <Icon name="chevron-down" size={20} />
        </summary>
        <Money period={period} currency={currency} />
        <Games period={period} currency={currency} />
      </details>
    </Card>
  ));
}

function Money({ period, currency }: PeriodProps) {
  const t = useT();
  const [deposits, withdrawals] = [minorOf(period.deposits), minorOf(period.withdrawals)];
  return (
    <Figures
      currency={currency}
      figures={[
        [t('play.deposits'), deposits],
        [t('play.withdrawals'), withdrawals],
        [t('play.net'), minor(withdrawals - deposits)],
      ]}
    />
  );
}

/** One row for each provider; above them their sum where there are several. */
function Games({ period, currency }: PeriodProps) {
  const t = useT();
  const unknown = period.games.filter(({ staked }) => staked === null).map(({ name }) => name);
  const all = { ...period, code: '', name: t('play.allGames') };
  const rows = period.games.length === 1 ? period.games : [all, ...period.games];
  return (
    <ul className={styles.games}>
      {rows.map(({ code, name, minutes, staked, won }) => (
        <li key={code} className={code === '' ? styles.all : undefined}>
          <span className={styles.game}>{name}</span>
          {minutes !== null && <span className={styles.gameTime}>{playedText(t, minutes)}</span>}
          {staked === null || won === null ? (
            <p className={styles.unknown}>{t('play.unknown')}</p>
          ) : (
            <Played staked={minorOf(staked)} won={minorOf(won)} currency={currency} />
          )}
          {code === '' && unknown.length > 0 && (
            <p className={styles.unknown}>{t('play.unreported', { names: unknown.join(', ') })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Played({ staked, won, currency }: { staked: Minor; won: Minor; currency: Currency }) {
  const t = useT();
  return (
    <Figures
      currency={currency}
      figures={[
        [t('play.staked'), staked],
        [t('play.won'), won],
        [t('play.result'), minor(won - staked)],
      ]}
    />
  );
}

function Figures({
  figures,
  currency,
}: {
  figures: readonly (readonly [label: string, amount: Minor])[];
  currency: Currency;
}) {
  return (
    <dl className={styles.figures}>
      {figures.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Amount value={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
