import { useMemo, type RefObject } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Wheel as WheelContent } from './spinwheel-api.ts';
import { middleOf, placeLabel, pointAt, REACH, sliceOutline, SLICES_REACH } from './wheel-geometry.ts';
import styles from './wheel.module.css';

type Slice = WheelContent['slices'][number];

interface WheelProps {
  slices: readonly Slice[];
  /** Width in pixels. */
  size: number;
  /** The turning disc. */
  discRef: RefObject<HTMLDivElement | null>;
  /** Index of the won slice, set once the wheel rests: the others are darkened. */
  won: number | undefined;
}

const POINTER = 'M0 -86 L-7.5 -99 Q0 -104.5 7.5 -99 Z';
const VIEW = `${-REACH - 6} ${-REACH - 6} ${2 * REACH + 12} ${2 * REACH + 12}`;

/** The wheel: a turning disc under a fixed pointer. */
export function Wheel({ slices, size, discRef, won }: WheelProps) {
  const t = useT();
  return (
    <div className={styles.wheel} style={{ width: size }} role="img" aria-label={wordsOf()}>
      <div className={styles.window}>
        <div ref={discRef} className={styles.disc}>
          <Disc slices={slices} won={won} />
        </div>
      </div>
      <svg viewBox={VIEW} className={styles.fixed} aria-hidden>
        <path className={styles.pointerShade} d={POINTER} transform="translate(0 1.6)" />
        <path className={styles.pointer} d={POINTER} />
        <circle className={styles.hub} r={16} />
        <circle className={styles.hubThread} r={13} />
        <rect className={styles.hubMark} x={-5} y={-5} width={10} height={10} rx={2} transform="rotate(45)" />
      </svg>
    </div>
  );

  function wordsOf(): string {
    const labels = slices.map(({ label }) => label).join(', ');
    const prize = won === undefined ? undefined : slices[won]?.label;
    return prize === undefined ? t('spin.wheelLabel', { labels }) : t('spin.wheelWon', { prize });
  }
}

/** The disc, separate so that it is not re-rendered while the wheel turns. */
function Disc({ slices, won }: { slices: readonly Slice[]; won: number | undefined }) {
  const count = slices.length;
  const outline = sliceOutline(count);
  const drawn = useMemo(
    () =>
      slices.map((slice, index) => (
        <g key={`${index} ${slice.code}`} transform={`rotate(${middleOf(index, count)})`}>
          <path d={outline} fill={slice.bgColor} />
          <SliceLabel slice={slice} count={count} />
        </g>
      )),
    [slices, count, outline],
  );
  return (
    <svg viewBox={VIEW} className={styles.drawing} aria-hidden>
      <circle className={styles.rim} r={REACH} />
      {drawn}
      {slices.map((slice, index) => (
        <path
          key={`${index} ${slice.code}`}
          className={classNames(styles.shade, won !== undefined && won !== index && styles.dark)}
          d={outline}
          transform={`rotate(${middleOf(index, count)})`}
        />
      ))}
      <circle className={styles.thread} r={SLICES_REACH} />
      {slices.map((slice, index) => {
        const [x, y] = pointAt(middleOf(index + 0.5, count), (REACH + SLICES_REACH) / 2);
        return (
          <rect
            key={`${index} ${slice.code}`}
            className={styles.stud}
            x={-2.4}
            y={-2.4}
            width={4.8}
            height={4.8}
            rx={0.9}
            transform={`translate(${x} ${y}) rotate(${middleOf(index + 0.5, count) + 45})`}
          />
        );
      })}
    </svg>
  );
}

function SliceLabel({ slice, count }: { slice: Slice; count: number }) {
  const { lines, fontSize } = placeLabel(slice.label, count);
  return (
    <text className={styles.label} fontSize={fontSize} fill={slice.textColor}>
      {lines.map(({ text, y }) => (
        <tspan key={y} x={0} y={y}>
          {text}
        </tspan>
      ))}
    </text>
  );
}
