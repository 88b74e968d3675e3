import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Segmented } from '../../ui/choice.tsx';
import { BringBack } from './bring-back.tsx';
import styles from './games.module.css';
import { MoveIn } from './move-in.tsx';
import type { MoveProps } from './use-game-actions.ts';

/** Tabs for moving credit into the game, or back to the main wallet; only back in a break or an exclusion. */
export function MovePanel(props: MoveProps) {
  const t = useT();
  const [direction, setDirection] = useState<'in' | 'back'>('in');
  if (props.userInfo.standing?.stop) {
    return (
      <div className={styles.move}>
        <BringBack {...props} />
      </div>
    );
  }
  return (
    <div className={styles.move}>
      <Segmented
        label={t('games.direction')}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'in', label: t('games.moveIn') },
          { value: 'back', label: t('games.bringBack') },
        ]}
      />
      {direction === 'in' ? <MoveIn {...props} /> : <BringBack {...props} />}
    </div>
  );
}
