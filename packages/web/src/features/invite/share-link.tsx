import { INVITE_CODE_PREFIX } from '@krapao/contract/limits';
import { t as translate, useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, copyAndTell } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { settings } from '../../lib/settings.ts';
import styles from './invite.module.css';

/** Returns the registration address for friends, with the inviter's code. */
const inviteLink = (origin: string, profileId: string): string =>
  `${origin}/register?code=${INVITE_CODE_PREFIX}${encodeURIComponent(profileId)}`;

/** The link for friends: a QR to scan nearby, or an address to send. */
export function ShareLink({ profileId }: { profileId: string }) {
  const t = useT();
  const link = inviteLink(window.location.origin, profileId);
  return (
    <section className={styles.share}>
      <QrCode text={link} label={t('invite.qr')} />
      <p className={styles.hint}>{t('invite.hint')}</p>
      <div className={styles.link}>
        <span className={styles.linkText} translate="no">
          {link}
        </span>
        <CopyButton text={link} label={t('invite.link')} />
      </div>
      <Button icon="external" wide onClick={() => share(link)}>
        {t('invite.share')}
      </Button>
    </section>
  );
}

/** Opens the phone's share sheet with the link; copies the link where there is none or sharing fails. */
async function share(link: string): Promise<void> {
  const data: ShareData = {
    title: settings.brand.name,
    text: translate('invite.shareText', { name: settings.brand.name }),
    url: link,
  };
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share(data);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('sharing failed', error);
    }
  }
  await copyAndTell(link);
}
