import { PlayView } from '../features/play/play-view.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The member's money, time, stakes and wins. */
export default function PlayRoute() {
  const t = useT();
  useDocumentTitle(t('play.title'));
  return (
    <Stack>
      <PageHeader title={t('play.title')} />
      <PlayView />
    </Stack>
  );
}
