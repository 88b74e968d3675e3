import { useT } from '../../lib/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Chip } from '../../ui/chip.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { When } from '../../ui/when.tsx';
import type { Suspended } from './suspended.ts';
import styles from './suspense-list.module.css';

/** The payout that a deposit may be the return of. */
export function ReturnedPayout({ payout }: { payout: NonNullable<Suspended['payout']> }) {
  const t = useT();
  const { createdAt, amount, currency, state, member } = payout;
  return (
    <section className={styles['other']}>
      <p>{t('incoming.sidePayout')}</p>
      <p>
        <Amount amount={amount} currency={currency} /> <When at={createdAt} isInline />
      </p>
      <p>
        <MemberName member={member} />
      </p>
      <p>
        <Chip tone={state === 'given_back' ? 'plain' : 'warn'}>{t(`incoming.payout_${state}`)}</Chip>
      </p>
    </section>
  );
}
