import { useT } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import styles from './games.module.css';
import { isWebAddress } from './launch.ts';

/** Links to the provider's apps, shown where they exist, on every device: a player may set up another one. */
export function AppLinks({ account: { android, ios } }: { account: GameAccount }) {
  const t = useT();
  const [hasAndroid, hasIos] = [isWebAddress(android), isWebAddress(ios)];
  if (!hasAndroid && !hasIos) return null;
  return (
    <div className={styles.appLinks}>
      {hasAndroid && (
        <ButtonLink href={android} variant="secondary" icon="phone" wide newTab={settings.iframe}>
          {t('games.android')}
        </ButtonLink>
      )}
      {hasIos && (
        <ButtonLink href={ios} variant="secondary" icon="phone" wide newTab={settings.iframe}>
          {t('games.ios')}
        </ButtonLink>
      )}
    </div>
  );
}
