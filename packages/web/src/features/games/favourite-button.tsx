import { useT } from '../../lib/i18n/i18n.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { GameAccount, UserInfo } from '../../wallet/wallet-state.ts';
import { EASILY_SEEN, toggleFavourite, useFavourites } from './favourites.ts';
import styles from './games.module.css';

interface FavouriteButtonProps {
  account: GameAccount;
  userInfo: UserInfo;
}

/** Marks a game as a favourite, which comes first on home; shown only where there are many games. */
export function FavouriteButton({ account: { code }, userInfo: { profile, slots } }: FavouriteButtonProps) {
  const t = useT();
  const isFavourite = useFavourites(profile._id).includes(code);
  if (slots.length <= EASILY_SEEN) return null;
  return (
    <IconButton
      icon="star"
      label={t('games.favourite')}
      aria-pressed={isFavourite}
      className={classNames(styles.favourite, isFavourite && styles.isFavourite)}
      onClick={() => toggleFavourite(profile._id, code)}
    />
  );
}
