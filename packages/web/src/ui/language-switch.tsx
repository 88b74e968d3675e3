import { useState } from 'react';
import { changeLocale, useLocale, useT } from '../lib/i18n/i18n.ts';
import { LANGUAGE_NAME, LANGUAGE_TAG, OFFERED, type Locale } from '../lib/i18n/locale.ts';
import { Segmented } from './choice.tsx';
import { toast } from './toast-store.ts';

/** True when there is more than one language to choose from. */
export const hasLanguages = OFFERED.length > 1;

/**
 * Chooses the language of the app, and shows when its words are being loaded. Renders nothing with a single
 * language.
 */
export function LanguageSwitch() {
  const t = useT();
  const locale = useLocale();
  const [coming, setComing] = useState<Locale>();
  if (!hasLanguages) return null;
  const choose = async (next: Locale) => {
    setComing(next);
    try {
      await changeLocale(next);
    } catch {
      toast.error(t('common.connectionError'));
    }
    setComing((latest) => (latest === next ? undefined : latest));
  };
  return (
    <Segmented
      label={t('common.language')}
      value={locale}
      coming={coming}
      onChange={(next) => void choose(next)}
      options={OFFERED.map((value) => ({ value, label: LANGUAGE_NAME[value], lang: LANGUAGE_TAG[value] }))}
    />
  );
}
