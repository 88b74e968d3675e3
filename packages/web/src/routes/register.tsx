import { Link } from '../lib/router.tsx';
import { RegisterWizard } from '../features/register/register-wizard.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { VisitorBanner, VisitorSheet } from '../ui/visitor-banner.tsx';

/** Registration of a new member. */
export default function RegisterRoute() {
  const t = useT();
  useDocumentTitle(t('register.title'));
  return (
    <>
      <VisitorBanner title={t('register.title')} />
      <VisitorSheet
        footer={
          <p>
            {t('register.haveAccount')} <Link href="/login">{t('login.submit')}</Link>
          </p>
        }
      >
        <RegisterWizard />
      </VisitorSheet>
    </>
  );
}
