import { useT } from '../lib/i18n/i18n.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { PageHeader } from '../ui/layout.tsx';

export default function StatementRoute() {
  const t = useT();
  useDocumentTitle(t('statement.title'));
  return <PageHeader title={t('statement.title')} />;
}
