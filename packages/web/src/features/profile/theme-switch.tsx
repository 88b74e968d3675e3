import { useT } from '../../lib/i18n/i18n.ts';
import { THEMES, type Theme } from '../../lib/theme-on-page.ts';
import { changeTheme, useTheme } from '../../lib/theme.ts';
import { Segmented } from '../../ui/choice.tsx';

/** Chooses between the light and the dark theme. */
export function ThemeSwitch() {
  const t = useT();
  const theme = useTheme();
  const label: Record<Theme, string> = {
    system: t('profile.themeSystem'),
    light: t('profile.themeLight'),
    dark: t('profile.themeDark'),
  };
  return (
    <Segmented
      label={t('profile.theme')}
      value={theme}
      onChange={changeTheme}
      options={THEMES.map((value) => ({ value, label: label[value] }))}
    />
  );
}
