import { useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import styles from './banner-carousel.module.css';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { SafeHtml } from './safe-html.tsx';

/** Picture of the operator with text over it, as HTML; either may be empty. */
export interface Banner {
  image: string;
  html: string;
}

interface BannerCarouselProps {
  /** Name of the row for screen readers. */
  label: string;
  /** At least one. */
  banners: readonly Banner[];
}

/** The operator's pictures with text, one at a time: swiped, or turned by arrows and dots. */
export function BannerCarousel({ label, banners }: BannerCarouselProps) {
  const t = useT();
  const trackRef = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const last = banners.length - 1;

  const measure = () => {
    const track = trackRef.current;
    if (track && track.clientWidth > 0) setCurrent(Math.round(track.scrollLeft / track.clientWidth));
  };
  const show = (index: number) => {
    const track = trackRef.current;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    track?.scrollTo({ left: index * track.clientWidth, behavior: isStill ? 'auto' : 'smooth' });
  };
  // A resized dialog must not stop between two banners.
  useEffect(() => {
    const track = trackRef.current;
    if (!track || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      track.scrollTo({ left: Math.round(track.scrollLeft / track.clientWidth) * track.clientWidth }),
    );
    observer.observe(track);
    return () => observer.disconnect();
  }, []);

  return (
    <section className={styles.carousel} aria-roledescription={t('kit.carousel')} aria-label={label}>
      <ul
        ref={trackRef}
        className={styles.track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll areas must be reachable by keyboard
        tabIndex={banners.length > 1 ? 0 : undefined}
        onScroll={measure}
      >
        {banners.map((banner) => (
          <li key={banner.image + banner.html} className={styles.slide}>
            {banner.image !== '' && <Picture source={banner.image} />}
            {banner.html !== '' && <SafeHtml html={banner.html} className={styles.words} />}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={styles.controls}>
          <IconButton
            icon="chevron-left"
            label={t('kit.previous')}
            disabled={current <= 0}
            onClick={() => show(current - 1)}
          />
          <span className={styles.dots}>
            <span className="visually-hidden" aria-live="polite">
              {t('kit.pageOf', { page: current + 1, pages: banners.length })}
            </span>
            {banners.map((banner, index) => (
              <span
                key={banner.image + banner.html}
                className={classNames(styles.dot, index === current && styles.on)}
                aria-hidden
              />
            ))}
          </span>
          <IconButton
            icon="chevron-right"
            label={t('kit.next')}
            disabled={current >= last}
            onClick={() => show(current + 1)}
          />
        </div>
      )}
    </section>
  );
}

/** The picture of a banner in its frame. Decorative: the text beside it has the same content. */
export function Picture({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={styles.picture}>
      {source === '' || isBroken ? (
        <Icon name="gift" size={40} />
      ) : (
        <img src={source} alt="" onError={() => setBroken(true)} />
      )}
    </span>
  );
}
