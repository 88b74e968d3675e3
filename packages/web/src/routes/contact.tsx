import { ChatLauncher } from '../features/chat/chat-launcher.tsx';
import { ContactCard } from '../features/contact/contact-card.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { useToken } from '../lib/session-token.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The contact page, for visitors and members. */
export default function ContactRoute() {
  const t = useT();
  const isVisitor = useToken() === null;
  useDocumentTitle(t('contact.title'));
  return (
    <Stack>
      <PageHeader title={t('contact.title')} />
      <ChatLauncher />
      <ContactCard />
      {isVisitor && (
        <ButtonLink href="/howto" variant="secondary" icon="play" wide>
          {t('contact.howto')}
        </ButtonLink>
      )}
    </Stack>
  );
}
