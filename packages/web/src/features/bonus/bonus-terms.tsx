import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import { Detail, Details } from '../../ui/layout.tsx';
import { givesText } from './bonus-words.ts';
import type { BonusTerms } from './bonus-rules.ts';
import { CountingGames } from './counting-games.tsx';
import styles from './bonus.module.css';

interface TermsProps {
  /** Missing where the server sends only the percentage. */
  terms: BonusTerms | undefined;
  percentFail: number;
  currency: Currency;
  /** Text for how often the bonus may be received. */
  often?: string;
}

/** The benefits and terms of a bonus, shown before it is taken. */
export function Terms({ terms, percentFail, currency, often }: TermsProps) {
  const t = useT();
  const endsBelowMinor = minorOf(terms?.endsBelow ?? 0);
  return (
    <div className={styles.terms}>
      {terms && <p className={styles.gives}>{givesText(terms, currency)}</p>}
      <div className={styles.sheet}>
        <Details>
          {terms && <Asked terms={terms} currency={currency} />}
          {often && <Detail label={t('bonus.often')}>{often}</Detail>}
          {endsBelowMinor > 0n && (
            <Detail label={t('bonus.endsBelow')}>{formatMoney(endsBelowMinor, currency)}</Detail>
          )}
          <Detail label={t('bonus.cancelRate')}>{t('bonus.cancelPercent', { percent: percentFail })}</Detail>
        </Details>
      </div>
      {terms && <CountingGames games={terms.games} />}
    </div>
  );
}

/** The required deposit, the turnover, and the time limit. */
function Asked({ terms, currency }: { terms: BonusTerms; currency: Currency }) {
  const t = useT();
  const minDepositMinor = minorOf(terms.minDeposit);
  const onDeposit = minDepositMinor > 0n || terms.gives.kind === 'percent';
  return (
    <>
      <Detail label={t('bonus.deposit')}>
        {onDeposit
          ? t('bonus.depositFrom', { amount: formatMoney(minDepositMinor, currency) })
          : t('bonus.depositNone')}
      </Detail>
      <Detail label={t('bonus.turnover')}>
        {t(onDeposit ? 'bonus.turnoverTimes' : 'bonus.turnoverBonusTimes', { times: terms.turnoverTimes })}
      </Detail>
      <Detail label={t('bonus.valid')}>{t('bonus.validDays', { count: terms.validDays })}</Detail>
    </>
  );
}
