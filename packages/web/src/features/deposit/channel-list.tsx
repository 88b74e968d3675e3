import type { Currency } from '@krapao/contract/money';
import { useEffect, useRef } from 'react';
import { groupAccountNo } from '../../lib/account-no.ts';
import { bankName } from '../../lib/bank-name.ts';
import { useLocale, useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { BankMark } from '../../ui/bank-row.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { channelTitle } from './channel-text.ts';
import { walletName, type Channel } from './deposit-routing.ts';
import { currencyOf } from './currency-of.ts';
import styles from './deposit.module.css';
import { qrMinimum } from './qr-rules.ts';
import { SlipNote } from './slip-note.tsx';
import { WalletMark } from './wallet-card.tsx';

const GROUPS = [
  { group: 'bank', icon: 'bank', title: 'deposit.bankGroup' },
  { group: 'qr', icon: 'qr', title: 'deposit.qrGroup' },
  { group: 'wallet', icon: 'wallet', title: 'deposit.walletGroup' },
] as const satisfies readonly { group: Channel['group']; icon: IconName; title: string }[];

interface ChannelListProps {
  channels: readonly Channel[];
  memberCurrency: Currency;
  /** Channel that the member returns from; it takes the focus. */
  lastId: string | null;
  onChoose: (id: string) => void;
}

/** All deposit channels by group; empty groups are left out. */
export function ChannelList({ channels, memberCurrency, lastId, onChoose }: ChannelListProps) {
  const t = useT();
  return (
    <div className={styles.groups}>
      <p className={styles.promise}>
        <Icon name="clock" size={18} />
        {t('deposit.credited')}
      </p>
      {GROUPS.map(({ group, icon, title }) => {
        const members = channels.filter((channel) => channel.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} className={styles.group} aria-labelledby={`deposit-${group}`}>
            <h3 id={`deposit-${group}`} className={styles.groupTitle}>
              <Icon name={icon} size={20} />
              {t(title)}
            </h3>
            <ul className={styles.rows}>
              {members.map((channel) => (
                <li key={channel.id}>
                  <ChannelRow
                    channel={channel}
                    memberCurrency={memberCurrency}
                    takesFocus={channel.id === lastId}
                    onChoose={() => onChoose(channel.id)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {channels.some(({ group }) => group === 'bank') && <SlipNote />}
    </div>
  );
}

interface ChannelRowProps {
  channel: Channel;
  memberCurrency: Currency;
  takesFocus: boolean;
  onChoose: () => void;
}

function ChannelRow({ channel, memberCurrency, takesFocus, onChoose }: ChannelRowProps) {
  const { name, detail } = useChannelWords(channel, memberCurrency);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) buttonRef.current?.focus();
  }, [takesFocus]);
  return (
    <button ref={buttonRef} type="button" className={styles.row} onClick={onChoose}>
      <ChannelMark channel={channel} />
      <span className={styles.rowWords}>
        <strong translate={channel.group === 'wallet' ? 'no' : undefined}>{name}</strong>
        <span>{detail}</span>
      </span>
      <Icon name="chevron-right" size={20} />
    </button>
  );
}

function ChannelMark({ channel }: { channel: Channel }) {
  if (channel.group === 'wallet') return <WalletMark size={40} />;
  const { bankCode, bankType } = channel.account;
  // A gateway is not a bank.
  if (channel.group === 'qr' && bankType === 'PAYMENT') {
    return (
      <span className={styles.qrMark}>
        <Icon name="qr" size={22} />
      </span>
    );
  }
  return <BankMark code={bankCode} size={40} />;
}

function useChannelWords(channel: Channel, memberCurrency: Currency): { name: string; detail: string } {
  const t = useT();
  const locale = useLocale();
  if (channel.group === 'wallet') {
    const { wallet, view } = channel;
    return {
      name: walletName(wallet),
      detail: t(view === 'gift' ? 'deposit.giftWay' : 'deposit.automatic'),
    };
  }
  const { account } = channel;
  const bank = bankName(account.bank, locale);
  if (channel.group === 'qr') {
    const minimum = formatMoney(qrMinimum(channel.provider), currencyOf(account, memberCurrency));
    return { name: bank, detail: t('deposit.from', { amount: minimum }) };
  }
  const number = groupAccountNo(account.bankAccountNo);
  return {
    name: channelTitle(channel, bank),
    detail:
      channel.view === 'numbered'
        ? `${number} · ${t(currencyOf(account, memberCurrency) === 'LAK' ? 'home.kip' : 'home.baht')}`
        : number,
  };
}
