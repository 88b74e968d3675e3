import { Link, useSearch } from '../lib/router.tsx';
import { StaleMark, useStaleSince } from '../wallet/stale-mark.tsx';
import { StatementList } from '../features/statement/statement-list.tsx';
import { WaitingMoney } from '../features/statement/waiting-money.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The statement of the member's money. */
export default function StatementRoute() {
  const t = useT();
  // Only the unfiltered first page is kept.
  const isKept = useSearch() === '';
  const staleSince = useStaleSince('POST /api/statement');
  useDocumentTitle(t('statement.title'));
  return (
    <Stack>
      <PageHeader
        title={t('statement.title')}
        action={
          <Button variant="secondary" size="small" icon="receipt" onClick={() => void openModal('slip')}>
            {t('slips.send')}
          </Button>
        }
      />
      {isKept && staleSince !== undefined && (
        <p>
          <StaleMark since={staleSince} />
        </p>
      )}
      <WaitingMoney />
      <StatementList />
      <p>
        {t('statement.missing')} <Link href="/user/contact">{t('statement.ask')}</Link>
      </p>
    </Stack>
  );
}
