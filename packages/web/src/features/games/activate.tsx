import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './games.module.css';
import type { GameActions } from './use-game-actions.ts';

/** Tells that the account must be opened first. */
export function ActivateText({ name }: { name: string }) {
  const t = useT();
  return (
    <div className={styles.activate}>
      <h3>{t('games.activateTitle', { name })}</h3>
      <p>{t('games.activateText')}</p>
    </div>
  );
}

/** Opens the account. */
export function ActivateButton({ actions }: { actions: GameActions }) {
  const t = useT();
  return (
    <Button variant="gold" icon="check" wide onClick={actions.activate}>
      {t('games.activate')}
    </Button>
  );
}
