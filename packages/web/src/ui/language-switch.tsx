import { changeLocale, useLocale, useT } from '../lib/i18n/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, OFFERED } from '../lib/i18n/locale.ts';
import { Segmented } from './choice.tsx';
import { toast } from './toast-store.ts';

/** Whether there is more than one language to choose from. */
export const hasLanguages = OFFERED.length > 1;

/** Chooses the language of the app. Nothing where there is but one. */
export function LanguageSwitch() {
  const t = useT();
  const locale = useLocale();
  if (!hasLanguages) return null;
  return (
    <Segmented
      label={t('shell.language')}
      value={locale}
      onChange={(next) => {
        changeLocale(next).catch(() => toast.error(t('common.connectionError')));
      }}
      options={OFFERED.map((value) => ({ value, label: LANGUAGE_NAME[value], lang: LANGUAGE_TAG[value] }))}
    />
  );
}
