import { useLocale, useT, type PlainKey } from '../../lib/i18n/i18n.ts';
import { LANGUAGE_TAG } from '../../lib/i18n/locale.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Choices } from './types.ts';
import styles from './protection.module.css';

/** Countries that browsers cannot name in Lao. */
const NEAR: Readonly<Record<string, PlainKey>> = { TH: 'protection.thailand', LA: 'protection.laos' };

/** Help outside of this product, from the operator's content. */
export function HelpCard({ lines }: { lines: Choices['helpLines'] }) {
  const t = useT();
  const countries = new Intl.DisplayNames(LANGUAGE_TAG[useLocale()], { type: 'region' });
  const nameOf = (country: string) => {
    const near = NEAR[country];
    return near ? t(near) : countries.of(country);
  };
  if (lines.length === 0) return null;
  return (
    <Card className={styles.card}>
      <h2>{t('protection.help')}</h2>
      <ul className={styles.help}>
        {lines.map(({ country, name, phone, link }) => (
          <li key={name}>
            <p>
              {name}
              {country !== null && <small>{nameOf(country)}</small>}
            </p>
            {phone !== null && (
              <ButtonLink href={`tel:${phone}`} variant="secondary" size="small" icon="phone" newTab={false}>
                {t('protection.call', { phone })}
              </ButtonLink>
            )}
            {link !== null && (
              <ButtonLink href={link} variant="secondary" size="small" icon="external">
                {t('protection.open')}
                <span className="visually-hidden">{name}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
