import { HowtoList } from '../features/howto/howto-list.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** How-to topics for visitors, with videos where the operator has them. */
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
