import type { Minor } from '@krapao/contract/money';
import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { openModal, type ModalName } from '../../lib/modal-store.ts';
import { Link } from '../../lib/router.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useCollect } from '../../operations/use-collect.ts';
import { StaleMark, useStaleSince } from '../../wallet/stale-mark.tsx';
import { useWallet, useWalletReload } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { useIsStopped } from '../protection/stop-api.tsx';
import { useSpinActive } from '../spinwheel/spinwheel-api.ts';
import styles from './wallet-bar.module.css';

/** The member's total in one figure, its places, and the buttons to move it. */
export function WalletBar() {
  const t = useT();
  const { userInfo, refresh } = useWallet();
  const staleSince = useStaleSince('GET /api/wallet');
  const currency = userInfo?.currency;
  const unit = t(currency === 'LAK' ? 'home.kip' : 'home.baht');
  return (
    <section className={styles.card} aria-busy={userInfo === undefined}>
      <header className={styles.head}>
        <h2 className={styles.label}>{t('home.total', { unit })}</h2>
        <span className={styles.headActions}>
          <CoinButton />
          <IconButton icon="refresh" label={t('home.refresh')} onClick={refresh} />
        </span>
      </header>
      <p className={styles.total}>
        {userInfo ? <Total userInfo={userInfo} /> : <Blank className={styles.blankTotal} />}
      </p>
      <p className={styles.updated}>
        {staleSince !== undefined ? (
          <StaleMark since={staleSince} />
        ) : userInfo && userInfo.wallet.transitMinor !== 0n ? (
          <Transit userInfo={userInfo} />
        ) : userInfo?.timesync ? (
          <>
            {t('home.updated')} <RelativeTime at={userInfo.timesync} />
          </>
        ) : (
          <Blank className={styles.blankLine} />
        )}
      </p>
      <dl className={styles.parts}>
        <Part label={t('home.mainWallet')} value={userInfo?.wallet.amountMinor} />
        <Part label={t('home.inGames')} value={userInfo && inGames(userInfo)}>
          <CollectButton hasCredit={userInfo !== undefined && inGames(userInfo) > 0n} />
        </Part>
      </dl>
      <Actions />
    </section>
  );
}

/** The total of all balances. A change is highlighted for a moment and announced once. */
function Total({ userInfo: { totalMinor, currency } }: { userInfo: UserInfo }) {
  const t = useT();
  const [shown, setShown] = useState({ totalMinor, changes: 0 });
  if (shown.totalMinor !== totalMinor) setShown({ totalMinor, changes: shown.changes + 1 });
  const hasChanged = shown.changes > 0;
  return (
    <>
      <span key={shown.changes} className={hasChanged ? styles.fresh : undefined}>
        <Amount value={totalMinor} currency={currency} smallDecimals />
      </span>
      <span role="status" className="visually-hidden">
        {hasChanged && t('home.nowTotal', { amount: formatMoney(totalMinor, currency) })}
      </span>
    </>
  );
}

const inGames = ({ totalMinor, wallet }: UserInfo) => (totalMinor - wallet.amountMinor) as Minor;

/** The number of wheel coins, shown while there is one; a press opens the wheel. */
function CoinButton() {
  const t = useT();
  const { userInfo } = useWallet();
  if (useSpinActive() !== true || !userInfo || userInfo.standing?.stop) return null;
  const { coin } = userInfo.profile;
  return (
    <button
      type="button"
      className={styles.coin}
      aria-haspopup="dialog"
      aria-label={t('home.coins', { count: coin })}
      onClick={() => void openModal('spin')}
    >
      <Icon name="coin" size={20} />
      {coin}
    </button>
  );
}

/**
 * Money held for movements in progress, which is in no balance; a press shows the movements. It replaces the
 * time of the balances, so that nothing below moves.
 */
function Transit({ userInfo: { wallet, currency } }: { userInfo: UserInfo }) {
  const t = useT();
  return (
    <span className={styles.transit} role="status">
      <Link href="/user/statement" title={t('home.transitHint')}>
        <Icon name="clock" size={18} />
        {t('home.transit', { amount: formatMoney(wallet.transitMinor, currency) })}
        <Icon name="chevron-right" size={18} />
      </Link>
    </span>
  );
}

interface PartProps {
  label: ReactNode;
  value: Minor | undefined;
  children?: ReactNode;
}

function Part({ label, value, children }: PartProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? <Blank className={styles.blankLine} /> : <Amount value={value} />}</dd>
      {children}
    </div>
  );
}

/** Collects the credit of every game with one press. It keeps its place while there is none. */
function CollectButton({ hasCredit }: { hasCredit: boolean }) {
  const t = useT();
  const collect = useCollect();
  return (
    <dd className={hasCredit ? undefined : styles.unseen} aria-hidden={!hasCredit}>
      <Button variant="ghost" size="small" icon="wallet" className={styles.collect} onClick={collect}>
        {t('home.collect')}
      </Button>
    </dd>
  );
}

function Actions() {
  const t = useT();
  // Nothing is paid in during a break or an exclusion.
  const isStopped = useIsStopped();
  return (
    <div className={styles.actions}>
      <Action modal="deposit" icon="tray-down" label={t('home.deposit')} isMain={!isStopped} />
      <Action modal="transfer" icon="both-ways" label={t('transfer.title')} />
      <Action modal="withdraw" icon="tray-up" label={t('home.withdraw')} isMain={isStopped} />
    </div>
  );
}

interface ActionProps {
  modal: ModalName & ('deposit' | 'transfer' | 'withdraw');
  icon: IconName;
  label: string;
  isMain?: boolean;
}

function Action({ modal, icon, label, isMain = false }: ActionProps) {
  const reload = useWalletReload();
  const open = async () => {
    const result = await openModal(modal);
    if (result?.refresh) await reload();
  };
  return (
    <button
      type="button"
      className={classNames(styles.action, isMain && styles.main)}
      aria-haspopup="dialog"
      onClick={() => void open()}
    >
      <Icon name={icon} size={22} />
      {label}
    </button>
  );
}

/** Placeholder for a loading text on the silk. */
function Blank({ className }: { className: string | undefined }) {
  return <span className={classNames(styles.blank, className)} aria-hidden />;
}
