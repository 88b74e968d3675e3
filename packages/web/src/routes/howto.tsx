import { HowtoList } from '../features/howto/howto-list.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** Five short videos for visitors. */
export default function HowtoRoute() {
  const t = useT();
  useDocumentTitle(t('howto.title'));
  return (
    <Stack>
      <PageHeader title={t('howto.title')} />
      <HowtoList />
    </Stack>
  );
}
