import { useActiveBonus } from '../features/bonus/active-bonus-api.ts';
import { navigate } from '../lib/router.tsx';
import { useT } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';
import { isOffered } from '../lib/settings.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './reward-tiles.module.css';

const bonus = isOffered('bonus');
const promotion = isOffered('promotion');
const refund = isOffered('refund');
const invite = isOffered('invite');

/** The drawer's second row: the operator's rewards. `onLeave` closes the drawer. */
export function RewardTiles({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const leaveTo = (go: () => unknown) => () => {
    onLeave();
    go();
  };
  if (!bonus && !promotion && !refund && !invite) return null;
  return (
    <ul className={styles.tiles}>
      {(bonus || promotion) && (
        <RewardTile icon="gift" label={t('bonus.title')} onPress={leaveTo(() => navigate('/user/bonus'))} />
      )}
      {refund && (
        <RewardTile
          icon="refresh"
          label={t('refund.title')}
          opensDialog
          onPress={leaveTo(() => openModal('banners', { before: 'refund' }))}
        />
      )}
      {invite && (
        <RewardTile
          icon="user"
          label={t('invite.title')}
          opensDialog
          onPress={leaveTo(() => openModal('banners', { before: 'invite' }))}
        />
      )}
    </ul>
  );
}

/** In a break or an exclusion: the way to an open bonus, which can be cancelled. */
export function OpenBonusTile({ onLeave }: { onLeave: () => void }) {
  const t = useT();
  const { active } = useActiveBonus();
  if (!active) return null;
  const open = () => {
    onLeave();
    navigate('/user/bonus');
  };
  return (
    <ul className={styles.tiles}>
      <RewardTile icon="gift" label={t('bonus.title')} onPress={open} />
    </ul>
  );
}

interface RewardTileProps {
  icon: IconName;
  label: string;
  onPress: () => void;
  opensDialog?: boolean;
}

function RewardTile({ icon, label, onPress, opensDialog = false }: RewardTileProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        aria-haspopup={opensDialog ? 'dialog' : undefined}
        onClick={onPress}
      >
        <span className={styles.mark}>
          <Icon name={icon} size={20} />
        </span>
        {label}
      </button>
    </li>
  );
}
