import { useT } from '../../lib/i18n/i18n.ts';
import { install, useInstallWay } from '../../lib/install.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';

/** Card that installs the app, where this browser can and it is not installed yet. */
export function InstallCard() {
  const t = useT();
  const way = useInstallWay();
  if (way === null) return null;
  return (
    <Card>
      <h2>{t('profile.install')}</h2>
      <p>{t('profile.installHint')}</p>
      {way === 'offer' ? (
        <Button variant="secondary" icon="phone" onClick={install}>
          {t('profile.install')}
        </Button>
      ) : (
        <p>{t('profile.installByHand')}</p>
      )}
    </Card>
  );
}
