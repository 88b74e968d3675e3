import { useT } from '../../lib/i18n/i18n.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { GameAccount } from '../session/wallet-state.ts';
import styles from './games.module.css';

/** Links to the provider's apps, each only where there is one. */
export function AppLinks({ account: { android, ios } }: { account: GameAccount }) {
  const t = useT();
  if (!android && !ios) return null;
  return (
    <div className={styles.appLinks}>
      {android && (
        <ButtonLink href={android} variant="secondary" icon="phone" wide>
          {t('games.android')}
        </ButtonLink>
      )}
      {ios && (
        <ButtonLink href={ios} variant="secondary" icon="phone" wide>
          {t('games.ios')}
        </ButtonLink>
      )}
    </div>
  );
}
