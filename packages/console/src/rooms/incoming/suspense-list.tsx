import { Link } from '@tanstack/react-router';
import type { SuspenseEnd } from '@krapao/contract/staff/incoming';
import { useState } from 'react';
import { codeText, useT } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { formatDay, formatExact } from '../../lib/time.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Changed } from '../../ui/changed.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { More } from '../../ui/more.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CloseDepositDialog } from './close-deposit-dialog.tsx';
import { ReturnedPayout } from './returned-payout.tsx';
import styles from './suspense-list.module.css';
import type { Suspended } from './suspended.ts';

const NO_INPUT = {};
/** The act that a person has chosen for a deposit. */
interface OpenAct {
  deposit: Suspended;
  act: 'assign' | SuspenseEnd;
}

const signOf = ({ id, approvalId }: Suspended): string => `${id} ${approvalId ?? ''}`;

/** Deposits without a member. */
export function SuspenseList() {
  const t = useT();
  const pages = usePages('GET /staff/api/suspense', NO_INPUT);
  const hasChanged = useHasChanged('GET /staff/api/suspense', NO_INPUT, { items: pages.data, signOf });
  const [open, setOpen] = useState<OpenAct>();
  return (
    <Panel>
      <Changed isShown={hasChanged} again={pages.again} />
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('incoming.noSuspense')} />
          ) : (
            <>
              <ul>
                {items.map((item) => (
                  <Deposit key={item.id} item={item} begin={(act) => setOpen({ deposit: item, act })} />
                ))}
              </ul>
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {open && <Act {...open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function Act({ deposit, act, onClose }: OpenAct & { onClose: () => void }) {
  return act === 'assign' ? (
    <AssignDialog deposit={deposit} onClose={onClose} />
  ) : (
    <CloseDepositDialog deposit={deposit} end={act} onClose={onClose} />
  );
}

function Deposit({ item, begin }: { item: Suspended; begin: (act: OpenAct['act']) => void }) {
  const t = useT();
  const may = useMay();
  const { other } = item;
  // The bank says that it is a return, and its member has the money.
  const isGivenBack = item.why === 'bank_return' && item.payout?.state === 'given_back';
  return (
    <li className={styles['deposit']} data-row="">
      <div className={styles['money']}>
        <Amount amount={item.amount} currency={item.currency} />
        <Chip>{item.source}</Chip>
        <When at={item.createdAt} isWaiting />
      </div>
      <div className={styles['clues']}>
        <p>{codeText('whys', item.why)}</p>
        <Side side={item} />
        {other && (
          <section className={styles['other']}>
            <p>{t('incoming.sideOther')}</p>
            <p>
              <Chip>{other.source}</Chip> <When at={other.createdAt} isInline />
            </p>
            <p>
              {other.member ? (
                <>
                  {t('incoming.sideMember')} <MemberName member={other.member} />
                </>
              ) : (
                t(other.isOpen ? 'incoming.sideNobody' : 'incoming.sideGone')
              )}
            </p>
            <Side side={other} />
          </section>
        )}
        {item.payout && <ReturnedPayout payout={item.payout} />}
      </div>
      <div className={styles['buttons']}>
        {item.approvalId !== null && (
          <>
            <Chip tone="warn">{t('incoming.proposed')}</Chip>
            <Link to="/approvals" {...{ [ROW_CONTROL]: '' }}>
              {t('payouts.toApprovals')}
            </Link>
          </>
        )}
        {item.approvalId === null && may('POST /staff/api/suspense/:id/assign') && (
          <Button
            kind={isGivenBack ? 'plain' : 'primary'}
            onPress={() => begin('assign')}
            {...{ [ROW_CONTROL]: '' }}
          >
            {t('incoming.assign')}
          </Button>
        )}
        {item.approvalId === null && may('POST /staff/api/suspense/:id/close') && (
          <>
            {other?.canBeSame && <Button onPress={() => begin('same')}>{t('incoming.same')}</Button>}
            {item.payout?.state === 'given_back' && (
              <Button kind={isGivenBack ? 'primary' : 'plain'} onPress={() => begin('payout')}>
                {t('incoming.payout')}
              </Button>
            )}
            <Button onPress={() => begin('returned')}>{t('incoming.returned')}</Button>
            <Button onPress={() => begin('kept')}>{t('incoming.kept')}</Button>
          </>
        )}
      </div>
    </li>
  );
}

/** A deposit's clues, and the reports of it. */
function Side({ side: { clues, reports } }: { side: Pick<Suspended, 'clues' | 'reports'> }) {
  const t = useT();
  const facts = Object.entries(clues)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ id: name, name: codeText('fields', name), value }));
  const told = reports.map(({ source, day, valueDay, at, reference, sender, text, noPayment }, place) => {
    const when = at === null ? formatDay(day) : formatExact(at);
    const value =
      valueDay !== null && valueDay !== day ? t('incoming.valueDay', { day: formatDay(valueDay) }) : '';
    return {
      id: String(place),
      name: t(`incoming.told_${source}`),
      value: [when, value, noPayment ? codeText('whys', noPayment) : '', reference, sender, text]
        .filter((part) => part !== '')
        .join(' · '),
    };
  });
  return <Facts facts={[...facts, ...told]} />;
}
