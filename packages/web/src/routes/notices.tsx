import { NoticesView } from '../features/notices/notices-view.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The member's notices. */
export default function NoticesRoute() {
  const t = useT();
  useDocumentTitle(t('member.notices'));
  return (
    <Stack>
      <PageHeader
        title={t('member.notices')}
        action={
          <Button
            variant="secondary"
            size="small"
            icon="bell"
            aria-haspopup="dialog"
            onClick={() => void openModal('notice-choices')}
          >
            {t('notices.choose')}
          </Button>
        }
      />
      <NoticesView />
    </Stack>
  );
}
