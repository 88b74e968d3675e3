import { useEffect, useState } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import styles from './spinner.module.css';

/** A turning ring in the colour of the surrounding text. Decorative: its owner tells what is loading. */
export function Ring({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden>
      <circle className={styles.track} cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.6" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}

/** Shorter loading shows no spinner. */
const SPINNER_DELAY_MS = 200;

/** True once `active` has lasted longer than 200 ms, so that quick loads do not flicker. */
export function useDelayed(active: boolean, delayMs = SPINNER_DELAY_MS): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, delayMs]);
  return active && late;
}

/** A centred spinner that appears only after 200 ms. */
export function Spinner() {
  const t = useT();
  const visible = useDelayed(true);
  return (
    <div className={styles.center} role="status">
      {visible && (
        <>
          <Ring />
          <span className="visually-hidden">{t('common.loading')}</span>
        </>
      )}
    </div>
  );
}

/** A placeholder in the size of the loading content. Sizes are CSS lengths or pixels. */
export function Skeleton({
  width = '100%',
  height = 20,
}: {
  width?: string | number;
  height?: string | number;
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}
