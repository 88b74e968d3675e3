import { readContact } from '../features/contact/read-contact.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { settings } from '../lib/settings.ts';
import { useApi } from '../lib/use-api.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Card, Stack } from '../ui/layout.tsx';
import { SafeHtml } from '../ui/safe-html.tsx';

/** The shutdown page. What the server no longer tells is left out. */
export default function TerminatedRoute() {
  const t = useT();
  const info = useApi('GET /api/lookup/info').data;
  const { text } = readContact(useApi('GET /api/lookup/contact').data);
  useDocumentTitle(t('status.terminatedTitle'));
  return (
    <Stack>
      <EmptyState
        isPage
        icon="clock"
        title={t('status.terminatedTitle')}
        action={
          <ButtonLink href="/login" variant="secondary" icon="refresh">
            {t('common.retry')}
          </ButtonLink>
        }
      >
        {t('status.terminatedText', { name: info?.name || settings.brand.name })}
      </EmptyState>
      {text && (
        <Card>
          <SafeHtml html={text} />
        </Card>
      )}
    </Stack>
  );
}
