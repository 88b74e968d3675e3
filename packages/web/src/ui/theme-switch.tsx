import { useT } from '../lib/i18n/i18n.ts';
import { THEMES, type Theme } from '../lib/theme-on-page.ts';
import { changeTheme, useTheme } from '../lib/theme.ts';
import { Segmented } from './choice.tsx';

/** Chooses between the light and the dark theme. */
export function ThemeSwitch() {
  const t = useT();
  const theme = useTheme();
  const label: Record<Theme, string> = {
    system: t('member.themeSystem'),
    light: t('member.themeLight'),
    dark: t('member.themeDark'),
  };
  return (
    <Segmented
      label={t('member.theme')}
      value={theme}
      onChange={changeTheme}
      options={THEMES.map((value) => ({ value, label: label[value] }))}
    />
  );
}
