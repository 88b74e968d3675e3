import { ContactWays } from '../features/contact/contact-card.tsx';
import { readContact } from '../features/contact/read-contact.ts';
import { LOGIN_TO_WITHDRAW } from '../features/session/login-to-withdraw.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { useToken } from '../lib/session-token.ts';
import { settings } from '../lib/settings.ts';
import { useApi } from '../lib/use-api.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Card, Stack } from '../ui/layout.tsx';

/** The shutdown page. Parts that the server no longer answers are left out. The link to the wallet stays. */
export default function TerminatedRoute() {
  const t = useT();
  const hasToken = useToken() !== null;
  const info = useApi('GET /api/lookup/info').data;
  const closed = useApi('GET /api/lookup/active').data;
  const contact = readContact(useApi('GET /api/lookup/contact').data);
  const hasContact = Object.values(contact).some((part) => part !== '');
  useDocumentTitle(t('status.terminatedTitle'));
  return (
    <Stack>
      <EmptyState isPage icon="clock" title={t('status.terminatedTitle')}>
        {closed?.message || t('status.terminatedText', { name: info?.name || settings.brand.name })}
      </EmptyState>
      <Card>
        <Stack>
          <p>{t('status.closedMoney')}</p>
          <ButtonLink href={hasToken ? '/user/home' : LOGIN_TO_WITHDRAW} icon="wallet" wide>
            {t(hasToken ? 'status.closedToWallet' : 'status.closedToLogin')}
          </ButtonLink>
          {!hasToken && (
            <ButtonLink href="/login" variant="secondary" icon="refresh" wide>
              {t('common.retry')}
            </ButtonLink>
          )}
        </Stack>
      </Card>
      {hasContact && <ContactWays contact={contact} />}
    </Stack>
  );
}
