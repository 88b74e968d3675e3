import { Link } from '../lib/router.tsx';
import { ResetForm } from '../features/reset/reset-form.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { VisitorBanner, VisitorSheet } from '../ui/visitor-banner.tsx';

/** A new password for a member who forgot theirs. */
export default function ResetRoute() {
  const t = useT();
  useDocumentTitle(t('reset.title'));
  return (
    <>
      <VisitorBanner title={t('reset.title')} />
      <VisitorSheet
        footer={
          <>
            <p>
              {t('reset.noCode')} <Link href="/contact">{t('reset.help')}</Link>
            </p>
            <p>
              <Link href="/login">{t('reset.back')}</Link>
            </p>
          </>
        }
      >
        <ResetForm />
      </VisitorSheet>
    </>
  );
}
