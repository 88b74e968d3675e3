import { settings } from '../lib/settings.ts';
import { classNames } from './class-names.ts';
import styles from './logo.module.css';

/** The logo: a pouch folded from cloth, closed by a woven diamond. */
function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden>
      <path
        d="M16 1.5c6.7 0 11.5 4.1 13 10.1.5 2.1.8 4.3.8 6.6 0 7.7-5.5 12.3-13.8 12.3S2.2 25.9 2.2 18.2c0-2.3.3-4.5.8-6.6C4.5 5.6 9.3 1.5 16 1.5Z"
        fill="var(--brand)"
        stroke="var(--gold-bright)"
        strokeWidth="1.2"
      />
      <path
        d="M3.2 11.4 16 21.8l12.8-10.4"
        stroke="var(--gold-bright)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path d="m16 14.8 6.2 6.2-6.2 6.2L9.8 21Z" fill="var(--gold-bright)" />
      <path d="m16 18.6 2.4 2.4-2.4 2.4-2.4-2.4Z" fill="var(--brand)" />
    </svg>
  );
}

/** Height of the logo in pixels. */
const SIZE = { small: 30, normal: 32, large: 36 } as const;

/** Logo and name of the brand; the logo is the built-in one or the operator's. */
export function Logo({ size: name = 'normal' }: { size?: keyof typeof SIZE }) {
  const size = SIZE[name];
  const { brand } = settings;
  return (
    <span className={classNames(styles.brand, styles[name])}>
      {brand.logo ? <img src={brand.logo} alt="" width={size} height={size} /> : <Mark size={size} />}
      <span translate="no">{brand.name}</span>
    </span>
  );
}
