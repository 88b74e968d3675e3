import {
  Children,
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './display.module.css';

interface CarouselProps {
  /** Name of the list for screen readers. */
  label: string;
  /** Number of items in view at a time; a fraction shows a part of the next one. */
  perView: number;
  children: ReactNode;
  /** Space between items in pixels. */
  gap?: number;
  /** Overhang of the row on both sides of its column in pixels, so that it meets the screen's edge. */
  bleed?: number;
}

/** A row that scrolls sideways by touch, wheel, keys, and by arrow buttons where there is a mouse. */
export function Carousel({ label, perView, children, gap = 12, bleed = 0 }: CarouselProps) {
  const t = useT();
  const trackRef = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ start: true, end: true });

  const measure = useCallback(() => {
    const track = trackRef.current;
    if (!track) return;
    const start = track.scrollLeft <= 1;
    const end = track.scrollLeft + track.clientWidth >= track.scrollWidth - 1;
    setEdges((old) => (old.start === start && old.end === end ? old : { start, end }));
  }, []);

  // Measured in the observer, after the browser's own layout: measuring here would force a second one.
  useEffect(() => {
    if (!trackRef.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(trackRef.current);
    return () => observer.disconnect();
  }, [measure, children]);

  const move = (direction: 1 | -1) => {
    const track = trackRef.current;
    const smooth = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    track?.scrollBy({ left: direction * track.clientWidth * 0.8, behavior: smooth ? 'smooth' : 'auto' });
  };

  const sizes = {
    '--per-view': perView,
    '--gaps': Math.ceil(perView) - 1,
    '--gap': `${gap}px`,
    '--bleed': `${bleed}px`,
  };
  return (
    <div className={styles.carousel} style={sizes as CSSProperties}>
      <div
        ref={trackRef}
        className={styles.track}
        role="list"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll areas must be reachable by keyboard
        tabIndex={0}
        onScroll={measure}
      >
        {Children.map(children, (child) => (
          <div role="listitem">{child}</div>
        ))}
      </div>
      <IconButton
        icon="chevron-left"
        label={t('kit.previous')}
        className={classNames(styles.arrow, styles.before)}
        disabled={edges.start}
        onClick={() => move(-1)}
      />
      <IconButton
        icon="chevron-right"
        label={t('kit.next')}
        className={classNames(styles.arrow, styles.after)}
        disabled={edges.end}
        onClick={() => move(1)}
      />
    </div>
  );
}
