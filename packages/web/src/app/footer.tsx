import { useT } from '../lib/i18n/i18n.ts';
import { useApi } from '../lib/use-api.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './shell.module.css';

/**
 * Returns the address of a website as typed by the operator; a bare domain gets https. Null when it is not a
 * web address.
 */
export function websiteHref(website: string): string | null {
  const text = /^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** The operator's website from the info lookup. */
export function Footer() {
  const t = useT();
  const { data } = useApi('GET /api/lookup/info', undefined, { revalidateOnFocus: false });
  if (!data?.website) return <footer className={styles.footer} />;
  const href = websiteHref(data.website);
  return (
    <footer className={styles.footer}>
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${t('kit.website')}: ${data.website}`}
        >
          {data.website}
          <Icon name="external" size={16} />
        </a>
      ) : (
        data.website
      )}
    </footer>
  );
}
