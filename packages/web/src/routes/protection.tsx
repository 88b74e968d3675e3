import { ProtectionView } from '../features/protection/protection-view.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The member's own limits, breaks and help. */
export default function ProtectionRoute() {
  const t = useT();
  useDocumentTitle(t('protection.title'));
  return (
    <Stack>
      <PageHeader title={t('protection.title')} />
      <p>{t('protection.lead')}</p>
      <ProtectionView />
    </Stack>
  );
}
