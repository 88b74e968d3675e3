import { Link } from '@tanstack/react-router';
import { useT } from '../lib/i18n.ts';
import { Page } from '../ui/page.tsx';

/** The address leads nowhere. */
export function NotFound() {
  const t = useT();
  return (
    <Page title={t('frame.notFound')}>
      <p>
        <Link to="/">{t('frame.toToday')}</Link>
      </p>
    </Page>
  );
}
