import type { Currency } from '@krapao/contract/money';
import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useT } from '../../lib/i18n.ts';
import { changeInPercent, formatMoney } from '../../lib/money.ts';
import { Panel } from '../../ui/page.tsx';
import styles from './day-comparison.module.css';

type Day = StaffReply<'GET /staff/api/today'>['today'][number];

interface DayComparisonProps {
  today: readonly Day[];
  before: readonly Day[];
}

/** Today against the same weekday before, up to the same time of day; currencies apart. */
export function DayComparison({ today, before }: DayComparisonProps) {
  const t = useT();
  return (
    <Panel title={t('today.comparison')}>
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('today.figure')}</th>
              <th scope="col">{t('today.now')}</th>
              <th scope="col">{t('today.weekBefore')}</th>
              <th scope="col">{t('today.change')}</th>
            </tr>
          </thead>
          {today.map((day) => (
            <Figures
              key={day.currency}
              day={day}
              before={before.find(({ currency }) => currency === day.currency)}
              isAlone={today.length === 1}
            />
          ))}
        </table>
      </div>
    </Panel>
  );
}

function Figures({ day, before, isAlone }: { day: Day; before: Day | undefined; isAlone: boolean }) {
  const t = useT();
  const { currency } = day;
  return (
    <tbody>
      {!isAlone && (
        <tr>
          <th scope="rowgroup" colSpan={4} className={styles['currency']}>
            {t(`currency.${currency}`)}
          </th>
        </tr>
      )}
      <Figure name={t('today.deposits')} now={day.deposits} before={before?.deposits} currency={currency} />
      <Figure name={t('today.paidOut')} now={day.payouts} before={before?.payouts} currency={currency} />
      <Figure name={t('today.registrations')} now={day.registrations} before={before?.registrations} />
    </tbody>
  );
}

interface FigureProps {
  name: string;
  now: number;
  before: number | undefined;
  /** Left out for a plain number. */
  currency?: Currency;
}

function Figure({ name, now, before, currency }: FigureProps) {
  const t = useT();
  const show = (value: number) => (currency ? formatMoney(value, currency) : String(value));
  const change = before === undefined ? undefined : changeInPercent(now, before);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles['now']}>{show(now)}</td>
      <td>{before === undefined ? t('common.unknown') : show(before)}</td>
      <td>{change === undefined ? '–' : `${change > 0 ? '+' : ''}${change}%`.replace('-', '−')}</td>
    </tr>
  );
}
