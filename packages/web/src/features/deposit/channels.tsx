import { QR_PROVIDERS, type QrProvider } from '@krapao/contract/limits';
import type { Minor } from '@krapao/contract/money';
import { useMemo, useState, type ReactNode } from 'react';
import { bankName } from '../../lib/bank-name.ts';
import { minorOf } from '../../lib/money.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBackLayer } from '../../lib/use-back-layer.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { AutomaticView } from './automatic-view.tsx';
import { BankView } from './bank-view.tsx';
import { ChannelList } from './channel-list.tsx';
import { currencyOf } from './currency-of.ts';
import { depositChannels, type Channel, type DepositBank } from './deposit-routing.ts';
import styles from './deposit.module.css';
import { GiftView } from './gift-view.tsx';
import { othersThan } from './qr-state.ts';
import { QrView } from './qr-view.tsx';

interface ChannelsProps {
  userInfo: UserInfo | undefined;
  onCopy: (text: string) => Promise<void>;
  /** Called when a QR ended other than by the member's own cancelling. */
  onQrEnded: () => Promise<void>;
  /** The member says that the money has been sent. */
  onDone: () => void;
  onCredited: (id: string, amountMinor: Minor) => void;
}

/** All deposit channels as a list, or the chosen one; a single channel is chosen already. */
export function Channels(props: ChannelsProps) {
  const { userInfo } = props;
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/deposit', undefined, { revalidateOnFocus: false });
  const channels = useMemo(() => (data ? depositChannels(data) : []), [data]);
  const [openId, setOpenId] = useState<string | null>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  // QR data from before the modal opened counts as stale.
  const [outdated, setOutdated] = useState<ReadonlySet<QrProvider>>(() => new Set(QR_PROVIDERS));

  const only = channels.length === 1 ? channels[0] : undefined;
  const open = only ?? channels.find(({ id }) => id === openId);
  const goBack = () => {
    setLastId(openId);
    setOpenId(null);
  };
  useBackLayer(open !== undefined && !only, goBack, openId);

  if (!data && error !== undefined) return <LoadFailed onRetry={() => mutate()} />;
  if (!data || !userInfo) return <Placeholder />;
  if (channels.length === 0) {
    return (
      <EmptyState icon="bank" title={t('deposit.none')} onRetry={() => mutate()}>
        {t('deposit.noneHint')}
      </EmptyState>
    );
  }
  if (!open) {
    return (
      <ChannelList
        channels={channels}
        memberCurrency={userInfo.currency}
        lastId={lastId}
        onChoose={setOpenId}
      />
    );
  }
  return (
    <div className={styles.open}>
      {!only && (
        // The pressed row is gone: this button takes the focus.
        <Button
          variant="ghost"
          size="small"
          icon="chevron-left"
          className={styles.back}
          autoFocus
          onClick={goBack}
        >
          {t('deposit.allWays')}
        </Button>
      )}
      <ChannelView
        {...props}
        key={open.id}
        channel={open}
        userInfo={userInfo}
        outdated={outdated}
        onOutdated={setOutdated}
      />
    </div>
  );
}

interface ChannelViewProps extends ChannelsProps {
  channel: Channel;
  userInfo: UserInfo;
  outdated: ReadonlySet<QrProvider>;
  onOutdated: (change: (flags: ReadonlySet<QrProvider>) => ReadonlySet<QrProvider>) => void;
}

function ChannelView(props: ChannelViewProps): ReactNode {
  const { channel, userInfo, outdated, onOutdated, onCopy, onQrEnded, onDone, onCredited } = props;
  const { currency, profile } = userInfo;
  switch (channel.group) {
    case 'bank':
      return <BankView channel={channel} onCopy={onCopy} />;
    case 'wallet':
      return channel.view === 'automatic' ? (
        <AutomaticView wallet={channel.wallet} phone={profile.username} currency={currency} onCopy={onCopy} />
      ) : (
        <GiftView wallet={channel.wallet} onCredited={onCredited} />
      );
    case 'qr': {
      const { provider, account } = channel;
      return (
        <section className={styles.group} aria-labelledby="deposit-qr">
          <QrHeading account={account} />
          <QrView
            provider={provider}
            currency={currencyOf(account, currency)}
            maximumMinor={account.qrMaximum === undefined ? undefined : minorOf(account.qrMaximum)}
            payee={account.bankAccountName}
            needsRefresh={outdated.has(provider)}
            onRefreshed={() => onOutdated((flags) => without(flags, provider))}
            onCreated={() => onOutdated(() => othersThan(provider))}
            onEnded={onQrEnded}
            onDone={onDone}
          />
        </section>
      );
    }
    default:
      return channel satisfies never;
  }
}

function QrHeading({ account }: { account: DepositBank }) {
  const t = useT();
  const locale = useLocale();
  return (
    <header>
      <h3 id="deposit-qr" className={styles.groupTitle}>
        <Icon name="qr" size={20} />
        {bankName(account.bank, locale)}
      </h3>
      <p className={styles.quiet}>{t('deposit.credited')}</p>
    </header>
  );
}

function Placeholder() {
  return (
    <div className={styles.form} aria-busy>
      <Skeleton width="60%" height={26} />
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </div>
  );
}

function without(flags: ReadonlySet<QrProvider>, provider: QrProvider): ReadonlySet<QrProvider> {
  if (!flags.has(provider)) return flags;
  return new Set([...flags].filter((flagged) => flagged !== provider));
}
