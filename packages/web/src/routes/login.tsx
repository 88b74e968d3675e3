import { Link } from '../lib/router.tsx';
import { LoginForm } from '../features/login/login-form.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { VisitorBanner, VisitorSheet } from '../ui/visitor-banner.tsx';

/** Login, the start page of visitors. */
export default function LoginRoute() {
  const t = useT();
  useDocumentTitle(t('login.title'));
  return (
    <>
      <VisitorBanner title={t('login.welcome')}>{t('login.tagline')}</VisitorBanner>
      <VisitorSheet
        footer={
          <>
            <p>
              {t('login.noAccount')} <Link href="/register">{t('login.register')}</Link>
            </p>
            <p>
              <Link href="/reset">{t('login.forgot')}</Link>
            </p>
          </>
        }
      >
        <LoginForm />
      </VisitorSheet>
    </>
  );
}
