import type { PlayBy } from '@krapao/contract/play';
import { minor, type Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { barsOf, periodText, placeOf, SHOWN_TEXT, type Period, type Shown } from './play-rules.ts';
import styles from './play.module.css';
import { playedText } from './played-text.ts';

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;
/** Fewer periods than this keep bars of the same width. */
const FEWEST = 8;

interface ChartProps {
  /** Newest first. */
  periods: readonly Period[];
  shown: Shown;
  by: PlayBy;
  currency: Currency;
}

/** Bars of each period, oldest first: what comes to the member above the line, what goes below it. */
export function PlayChart({ periods, shown, by, currency }: ChartProps) {
  const t = useT();
  const ordered = periods.toReversed();
  const bars = ordered.map((period) => barsOf(period, shown));
  const all = bars.flat();
  const [top, bottom] = [Math.max(0, ...all), Math.min(0, ...all)];
  if (top === bottom) return <p className={styles.nothing}>{t('play.nothing')}</p>;
  const scale = HEIGHT / (top - bottom);
  const line = top * scale;
  const first = ordered[0] ? placeOf(ordered[0], by) : 0;
  const places = ordered.map((period) => placeOf(period, by) - first);
  const width = Math.max(FEWEST, (places.at(-1) ?? 0) + 1) * STEP;
  /** The ends of the scale; money paid in stands below the line. */
  const text = (value: number) => {
    if (shown === 'time') return playedText(t, value);
    if (shown === 'result') return formatMoney(minor(BigInt(value)), currency);
    const amount = formatMoney(minor(BigInt(Math.abs(value))), currency);
    return `${t(value > 0 ? 'play.withdrawals' : 'play.deposits')} ${amount}`;
  };
  const [oldest, newest] = [ordered[0], ordered.at(-1)];
  return (
    <figure className={styles.chart}>
      {top > 0 && <p className={styles.scale}>{text(top)}</p>}
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('play.chart', { shown: t(SHOWN_TEXT[shown]) })}
        className={styles.bars}
      >
        {bars.map((values, index) =>
          values.map((value, place) => (
            <rect
              key={`${ordered[index]?.from} ${place}`}
              x={(places[index] ?? 0) * STEP + (STEP - BAR) / 2}
              width={BAR}
              y={value < 0 ? line : line - value * scale}
              height={Math.abs(value) * scale}
              className={value < 0 ? styles.below : styles.above}
            />
          )),
        )}
        <line x1={0} x2={width} y1={line} y2={line} className={styles.line} />
      </svg>
      {bottom < 0 && <p className={styles.scale}>{text(bottom)}</p>}
      <figcaption className={styles.ends}>
        <span>{oldest && periodText(oldest, by)}</span>
        {ordered.length > 1 && <span>{newest && periodText(newest, by)}</span>}
      </figcaption>
    </figure>
  );
}
