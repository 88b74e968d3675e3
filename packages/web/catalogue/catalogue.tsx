import { LANGUAGE_NAME, LOCALES, type Locale } from '../src/lib/i18n/locale.ts';
import { SHEETS, type Sheet } from './sheets.tsx';

interface CatalogueProps {
  sheet: Sheet;
  theme: 'light' | 'dark';
  locale: Locale;
  isBare: boolean;
}

/** One sheet, with the way to all others. */
export function Catalogue({ sheet, theme, locale, isBare }: CatalogueProps) {
  const address = (change: Partial<Record<'sheet' | 'theme' | 'lang', string>>) =>
    `?${new URLSearchParams({ sheet: sheet.name, theme, lang: locale, ...change })}`;
  const { Body } = sheet;
  return (
    <div className="catalogue" data-bare={isBare || undefined}>
      {!isBare && (
        <nav aria-label="Catalogue">
          <ul>
            {SHEETS.map(({ name }) => (
              <li key={name}>
                <a href={address({ sheet: name })} aria-current={name === sheet.name ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
          <ul>
            <li>
              <a href={address({ theme: theme === 'dark' ? 'light' : 'dark' })}>
                {theme === 'dark' ? 'light' : 'dark'}
              </a>
            </li>
            {LOCALES.map((one) => (
              <li key={one}>
                <a href={address({ lang: one })} lang={one === 'la' ? 'lo' : one}>
                  {LANGUAGE_NAME[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main data-sheet={sheet.name}>
        {!isBare && <h1>{sheet.name}</h1>}
        <Body />
      </main>
    </div>
  );
}
