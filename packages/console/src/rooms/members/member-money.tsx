import { useT } from '../../lib/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Panel } from '../../ui/page.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-money.module.css';
import type { Member } from './member.ts';

/** Shows a member's balances, and the sums of deposits and payouts. */
export function MemberMoney({ member }: { member: Member }) {
  const t = useT();
  const { balances, totals, currency } = member;
  return (
    <Panel title={t('members.money')}>
      <div className={styles['wallet']}>
        <span>{t('members.wallet')}</span>
        <Amount amount={balances.wallet} currency={currency} size="large" />
      </div>
      <dl className={styles['lines']}>
        <Line name={t('members.held')} amount={balances.held} currency={currency} />
        <Line name={t('members.onTheWay')} amount={balances.incoming} currency={currency} />
        {balances.inGames.map(({ provider, amount, updatedAt }) => (
          <Line
            key={provider}
            name={t('members.inGame', { provider })}
            amount={amount}
            currency={currency}
            at={updatedAt}
          />
        ))}
      </dl>
      <dl className={styles['lines']}>
        <Line name={t('members.deposits')} amount={totals.deposits} currency={currency} />
        <Line name={t('members.payouts')} amount={totals.payouts} currency={currency} />
        <Line name={t('members.rewards')} amount={totals.rewards} currency={currency} />
        <Line name={t('members.net')} amount={totals.net} currency={currency} />
      </dl>
    </Panel>
  );
}

interface LineProps {
  name: string;
  amount: number;
  currency: Member['currency'];
  /** When the amount was read from the provider. */
  at?: string | null;
}

function Line({ name, amount, currency, at }: LineProps) {
  return (
    <div>
      <dt>
        {name} {at && <When at={at} isInline />}
      </dt>
      <dd>
        <Amount amount={amount} currency={currency} tone={amount === 0 ? 'faint' : 'plain'} />
      </dd>
    </div>
  );
}
