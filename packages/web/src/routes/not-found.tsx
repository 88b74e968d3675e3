import { useEffect } from 'react';
import { useT } from '../lib/i18n/i18n.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const TITLE = 'Page Not Found';

/** Page for unknown addresses. */
export default function NotFoundRoute() {
  const t = useT();
  useEffect(() => {
    document.title = TITLE;
  }, []);
  return (
    <EmptyState
      isPage
      icon="alert"
      title={TITLE}
      action={<ButtonLink href="/">{t('status.goHome')}</ButtonLink>}
    >
      {t('status.notFoundText')}
    </EmptyState>
  );
}
