import { changeLocale, useLocale, useT } from '../lib/i18n/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, LOCALES } from '../lib/i18n/locale.ts';
import { changeTheme, THEMES, useTheme, type Theme } from '../lib/theme.ts';
import { Segmented } from './choice.tsx';
import { toast } from './toast-store.ts';

/** Chooses the language of the app. */
export function LanguageSwitch() {
  const t = useT();
  const locale = useLocale();
  return (
    <Segmented
      label={t('shell.language')}
      value={locale}
      onChange={(next) => {
        changeLocale(next).catch(() => toast.error(t('common.connectionError')));
      }}
      options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAME[value], lang: LANGUAGE_TAG[value] }))}
    />
  );
}

/** Chooses between the light and the dark look. */
export function ThemeSwitch() {
  const t = useT();
  const theme = useTheme();
  const label: Record<Theme, string> = {
    system: t('shell.themeSystem'),
    light: t('shell.themeLight'),
    dark: t('shell.themeDark'),
  };
  return (
    <Segmented
      label={t('shell.theme')}
      value={theme}
      onChange={changeTheme}
      options={THEMES.map((value) => ({ value, label: label[value] }))}
    />
  );
}
