import { Link, useSearch } from '../lib/router.tsx';
import { InvitedMember } from '../features/register/invited-member.tsx';
import { codeInAddress } from '../features/register/invite-code.ts';
import { RegisterWizard } from '../features/register/register-wizard.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { useToken } from '../lib/session-token.ts';
import { VisitorBanner, VisitorSheet } from '../ui/visitor-banner.tsx';

/** Registration of a new member. */
export default function RegisterRoute() {
  const t = useT();
  const hasToken = useToken() !== null;
  // Any other address of this page ends the session before it is shown.
  const isMember = codeInAddress(useSearch()) !== '' && hasToken;
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
        {isMember ? <InvitedMember /> : <RegisterWizard />}
      </VisitorSheet>
    </>
  );
}
