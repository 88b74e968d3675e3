import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { GameAccount } from '../../wallet/wallet-state.ts';
import { GameTile } from './game-tile.tsx';
import styles from './game-shelf.module.css';

interface SearchFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** Search field for a game's name. */
export function SearchField({ text, onChange }: SearchFieldProps) {
  const t = useT();
  return (
    <div role="search" className={styles.search}>
      <TextField
        label={t('home.search')}
        hideLabel
        placeholder={t('home.search')}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        prefix={<Icon name="search" size={20} />}
        end={
          text !== '' && (
            <IconButton icon="close" label={t('home.clearSearch')} onClick={() => onChange('')} />
          )
        }
        value={text}
        onChange={onChange}
      />
    </div>
  );
}

interface SearchResultsProps {
  accounts: readonly GameAccount[];
  favourites: readonly string[];
  currency: Currency;
  onClear: () => void;
}

/** The accounts found, all in sight. */
export function SearchResults({ accounts, favourites, currency, onClear }: SearchResultsProps) {
  const t = useT();
  return (
    <section className={styles.shelf} aria-label={t('home.searchResults')}>
      <div role="status" className={styles.found}>
        {accounts.length > 0 ? (
          t('home.found', { count: String(accounts.length) })
        ) : (
          <EmptyState
            icon="search"
            title={t('home.foundNone')}
            action={
              <Button variant="secondary" size="small" onClick={onClear}>
                {t('home.showAll')}
              </Button>
            }
          />
        )}
      </div>
      <ul className={styles.grid}>
        {accounts.map((account) => (
          <li key={account.code}>
            <GameTile account={account} currency={currency} isFavourite={favourites.includes(account.code)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
