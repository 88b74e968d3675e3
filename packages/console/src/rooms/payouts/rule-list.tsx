import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatExact } from '../../lib/time.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from './rule-list.module.css';
import type { Payout } from './payout.ts';

type Rule = Payout['hits'][number]['rule'];

/** Rules that a time hits; an amount hits the others. */
const BY_TIME: ReadonlySet<Rule> = new Set(['account_changed', 'password_changed', 'factors_removed']);

/** The figure that hit a rule, as people read it: a time or an amount. */
function shownDetail(rule: Rule, detail: string, currency: Currency): string {
  return BY_TIME.has(rule) ? formatExact(detail) : formatMoney(Number(detail), currency);
}

/** The rules that a payout hit, with the figures that hit them. */
export function RuleList({ payout }: { payout: Payout }) {
  const t = useT();
  const { hits, people } = payout;
  return (
    <div className={styles['rules']}>
      <h3>{t('payouts.whyTitle')}</h3>
      <ul>
        {hits.map(({ rule, isStrong, detail }) => (
          <li key={rule}>
            <Chip tone={isStrong ? 'bad' : 'warn'}>{t(`payouts.rule_${rule}`)}</Chip>
            <span>{t(`payouts.detail_${rule}`, { detail: shownDetail(rule, detail, payout.currency) })}</span>
          </li>
        ))}
      </ul>
      <p className={styles['people']}>{t(people === 2 ? 'payouts.takesTwo' : 'payouts.takesOne')}</p>
    </div>
  );
}
