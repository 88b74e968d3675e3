import { useT } from '../lib/i18n.ts';
import { Page } from '../ui/page.tsx';

/** The page is not the person's: told without a call. */
export function ForbiddenPage() {
  const t = useT();
  return (
    <Page title={t('common.forbidden')}>
      <p>{t('common.forbiddenHint')}</p>
    </Page>
  );
}
