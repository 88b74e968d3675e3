import { BonusView } from '../features/bonus/bonus-view.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** Bonuses and promotion codes. */
export default function BonusRoute() {
  const t = useT();
  useDocumentTitle(t('bonus.title'));
  return (
    <Stack>
      <PageHeader title={t('bonus.title')} />
      <BonusView />
    </Stack>
  );
}
