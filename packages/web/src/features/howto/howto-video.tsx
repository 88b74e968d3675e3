import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './howto-list.module.css';

/** True for a video that can be shown: the page's content policy allows https only. */
export const isVideoAddress = (address: string): boolean =>
  /^https:\/\//i.test(address) && URL.canParse(address);

/** Addresses on our own site are never framed: a framed page of ours would have access to this one. */
function isFile(address: string): boolean {
  const { origin, pathname } = new URL(address);
  return origin === window.location.origin || /\.(?:mp4|m4v|webm|mov)$/i.test(pathname);
}

/**
 * Loads a video only on a press: a visitor who reads on loads nothing from another site. A file plays
 * directly; any other address is the embeddable page of a video site.
 */
export function HowtoVideo({ title, address }: { title: string; address: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.video}>
      {!isOpen && (
        <button type="button" className={styles.poster} onClick={() => setOpen(true)}>
          <span className={styles.play}>
            <Icon name="play" size={26} />
          </span>
          {t('howto.watch')}
          <span className="visually-hidden">: {title}</span>
        </button>
      )}
      {isOpen &&
        (isFile(address) ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- the steps are written out below it
          <video className={styles.player} src={address} title={title} controls autoPlay playsInline />
        ) : (
          <iframe
            className={styles.player}
            src={address}
            title={title}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- players need their own site's storage; ours is never framed
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ))}
      {isOpen && (
        <a href={address} target="_blank" rel="noopener noreferrer" className={styles.newTab}>
          {t('howto.newTab')}
          <Icon name="external" size={16} />
        </a>
      )}
    </div>
  );
}
