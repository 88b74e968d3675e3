import { ProfileView } from '../features/profile/profile-view.tsx';
import { SecurityCard } from '../features/security/security-card.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** The member's profile. */
export default function ProfileRoute() {
  const t = useT();
  useDocumentTitle(t('profile.title'));
  return (
    <Stack>
      <PageHeader title={t('profile.title')} />
      <ProfileView security={<SecurityCard />} />
    </Stack>
  );
}
