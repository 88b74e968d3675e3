import { classNames } from '../../ui/class-names.ts';
import styles from './game-art.module.css';

interface GameArtProps {
  /** Its first letter replaces a missing logo. */
  name: string;
  logo: string;
  background: string;
  /** Dims the art, as for a game that cannot be played now. */
  muted?: boolean;
}

/**
 * A game's background and logo, filling their box under a veil that keeps light text readable. Decoration
 * only.
 */
export function GameArt({ name, logo, background, muted = false }: GameArtProps) {
  return (
    <span className={classNames(styles.art, muted && styles.muted)}>
      {background && (
        <img
          className={styles.background}
          src={background}
          alt=""
          width={480}
          height={320}
          loading="lazy"
          decoding="async"
        />
      )}
      {logo ? (
        <img
          className={styles.logo}
          src={logo}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className={classNames(styles.logo, styles.monogram)} aria-hidden>
          {name.slice(0, 1)}
        </span>
      )}
    </span>
  );
}
