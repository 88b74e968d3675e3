import { useT } from '../../lib/i18n/i18n.ts';
import { APP_VERSION } from '@krapao/contract/limits';
import { useApi } from '../../lib/use-api.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import styles from './contact-card.module.css';
import { readContact, type Contact } from './read-contact.ts';

/** The operator's contact: text, chat link with its QR, and the version of this app. */
export function ContactCard() {
  const { data, error, mutate } = useApi('GET /api/lookup/contact');
  if (!data) {
    return (
      <Stack>
        <Card>{error === undefined ? <ContactSkeleton /> : <LoadFailed onRetry={() => mutate()} />}</Card>
        <Version />
      </Stack>
    );
  }
  return (
    <Stack>
      <ContactWays contact={readContact(data)} />
      <Version />
    </Stack>
  );
}

/** The operator's contact text, with the QR code and the link that the text may mention. */
export function ContactWays({ contact: { text, link, qrcode } }: { contact: Contact }) {
  const t = useT();
  return (
    <Card className={styles.card}>
      {text && <SafeHtml html={text} />}
      {qrcode && (
        <figure className={styles.qr}>
          <img src={qrcode} alt={t('contact.qrAlt')} width={208} height={208} />
          <figcaption>{t('contact.scan')}</figcaption>
        </figure>
      )}
      {link && (
        <ButtonLink href={link} icon="external" wide>
          {t('contact.open')}
        </ButtonLink>
      )}
    </Card>
  );
}

function ContactSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton height={24} width="60%" />
      <Skeleton height={72} />
      <Skeleton height={52} />
    </div>
  );
}

function Version() {
  const t = useT();
  return <p className={styles.version}>{t('contact.version', { version: APP_VERSION })}</p>;
}
