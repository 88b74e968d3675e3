import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './howto-list.module.css';

/** Whether there is a video to show: the page's content policy lets in what comes over https. */
export const isVideoAddress = (address: string): boolean =>
  /^https:\/\//i.test(address) && URL.canParse(address);

/** What is on our own site is never framed: a page of ours in a frame would have the run of this one. */
function isFile(address: string): boolean {
  const { origin, pathname } = new URL(address);
  return origin === window.location.origin || /\.(?:mp4|m4v|webm|mov)$/i.test(pathname);
}

/**
 * A video that is asked for only when it is wanted: a visitor who reads on loads nothing from another site.
 * A file plays by itself; any other address is the page of a video site, made to be embedded.
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
