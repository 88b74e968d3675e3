import styles from './logo.module.css';

/** The name of the product. */
export function Logo() {
  return (
    <span className={styles['logo']}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true" fill="none">
        <path
          d="M3.2 11.4 16 21.8l12.8-10.4M16 1.5c6.7 0 11.5 4.1 13 10.1.5 2.1.8 4.3.8 6.6 0 7.7-5.5 12.3-13.8 12.3S2.2 25.9 2.2 18.2c0-2.3.3-4.5.8-6.6C4.5 5.6 9.3 1.5 16 1.5Z"
          stroke="#e4b04a"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
        <path d="m16 15.8 5.2 5.2-5.2 5.2L10.8 21Z" fill="#e4b04a" />
      </svg>
      <span>Krapao</span>
    </span>
  );
}
