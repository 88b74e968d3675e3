import { usePath } from '../lib/router.tsx';
import { VerifyView } from '../features/spinwheel/verify-view.tsx';
import { VERIFY_PATH } from '../features/spinwheel/verify-path.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageHeader, Stack } from '../ui/layout.tsx';

/** Verification of one spin of the wheel. */
export default function VerifySpinRoute() {
  const t = useT();
  const path = usePath();
  useDocumentTitle(t('spin.verifyTitle'));
  return (
    <Stack>
      <PageHeader
        title={t('spin.verifyTitle')}
        action={
          <ButtonLink href="/user/spin" variant="secondary" size="small">
            {t('spin.toWheel')}
          </ButtonLink>
        }
      />
      <VerifyView drawId={path.slice(VERIFY_PATH.length)} />
    </Stack>
  );
}
