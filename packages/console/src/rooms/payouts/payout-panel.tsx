import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useKeys, type KeyBinding } from '../../lib/keys.ts';
import { useRead } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { DecisionChip } from './decision-chip.tsx';
import styles from './payout-panel.module.css';
import { RuleList } from './rule-list.tsx';
import { useLease, type LeaseState } from './use-lease.ts';
import type { Payout, Decision } from './payout.ts';

interface PayoutPanelProps {
  id: string;
  close: () => void;
  next: () => void;
}

/** The open payout: its facts, why it waits, and the decision. Opening takes it in hand. */
export function PayoutPanel({ id, close, next }: PayoutPanelProps) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const read = useRead('GET /staff/api/payouts/:id', { params: { id } });
  return (
    <section className={styles['panel']} aria-labelledby={`payout-${id}`}>
      <header className={styles['head']}>
        <h2 id={`payout-${id}`} ref={heading} tabIndex={-1}>
          {t('payouts.one')}
        </h2>
        <Button kind="quiet" shortcut="n" onPress={next}>
          {t('payouts.next')}
        </Button>
        <IconButton icon="close" label={t('common.close')} onPress={close} />
      </header>
      <Loaded read={read}>{({ payout }) => <OpenPayout payout={payout} next={next} />}</Loaded>
    </section>
  );
}

function OpenPayout({ payout, next }: { payout: Payout; next: () => void }) {
  const t = useT();
  const may = useMay();
  const isUndecided = payout.state === 'waiting' || payout.state === 'held';
  const lease = useLease(payout.id, isUndecided && may('POST /staff/api/payouts/:id/lease'));
  return (
    <>
      <div className={styles['sum']}>
        <Amount amount={payout.amount} currency={payout.currency} size="large" />
        <DecisionChip payout={payout} />
      </div>
      <Facts facts={factsOf(payout, t)} />
      <RuleList payout={payout} />
      {payout.approval && (
        <p className={styles['note']}>
          {t('payouts.proposedBy', { name: payout.approval.maker.name })}{' '}
          <Link to="/approvals">{t('payouts.toApprovals')}</Link>
        </p>
      )}
      {isUndecided && <LeaseNote lease={lease} payout={payout} />}
      {isUndecided && lease === 'mine' && !payout.approval && <Decisions payout={payout} next={next} />}
    </>
  );
}

function factsOf(payout: Payout, t: ReturnType<typeof useT>): Fact[] {
  const facts: Fact[] = [
    { id: 'member', name: t('payouts.member'), value: <MemberName member={payout.member} /> },
    { id: 'to', name: t('payouts.to'), value: <AccountText account={payout.to} /> },
    { id: 'since', name: t('payouts.asked'), value: <When at={payout.createdAt} isInline /> },
    { id: 'movement', name: t('payouts.movement'), value: t(`members.${payout.movement}`) },
    { id: 'id', name: t('payouts.id'), value: <Copy text={payout.id} /> },
  ];
  if (payout.decidedAt === null) return facts;
  return [
    ...facts,
    { id: 'decided', name: t('payouts.decided'), value: <When at={payout.decidedAt} isInline /> },
    { id: 'by', name: t('payouts.by'), value: payout.decidedBy || '–' },
    { id: 'reason', name: t('common.reason'), value: payout.reason || '–' },
  ];
}

function LeaseNote({ lease, payout }: { lease: LeaseState; payout: Payout }) {
  const t = useT();
  switch (lease) {
    case 'none':
      return <p className={styles['note']}>{t('payouts.readOnly')}</p>;
    case 'others':
      return (
        <p className={styles['note']}>
          {t('payouts.leased', { name: payout.lease?.name ?? t('common.somebody') })}
        </p>
      );
    case 'over':
      return <p className={styles['note']}>{t('errors.ALREADY_DECIDED')}</p>;
    case 'failed':
      return <p className={styles['note']}>{t('payouts.leaseFailed')}</p>;
    case 'asking':
    case 'mine':
      return null;
  }
}

const CHOICES = [
  {
    decision: 'approve',
    key: 'a',
    label: 'payouts.approve',
    keyLabel: 'keys.approve',
    kind: 'primary',
    icon: 'check',
  },
  {
    decision: 'refuse',
    key: 'r',
    label: 'payouts.refuse',
    keyLabel: 'keys.refuse',
    kind: 'danger',
    icon: 'cross',
  },
  { decision: 'hold', key: 'h', label: 'payouts.hold', keyLabel: 'keys.hold', kind: 'plain', icon: 'pause' },
] as const;

function Decisions({ payout, next }: { payout: Payout; next: () => void }) {
  const t = useT();
  const may = useMay();
  const [open, setOpen] = useState<Decision>();
  const mayDecide = may('POST /staff/api/payouts/decisions');
  const isHeld = payout.state === 'held';
  const choices = useMemo(
    () => CHOICES.filter(({ decision }) => (decision === 'hold' ? !isHeld : mayDecide)),
    [mayDecide, isHeld],
  );
  const keys = useMemo<KeyBinding[]>(
    () =>
      choices.map(({ key, keyLabel, decision }) => ({ key, label: keyLabel, run: () => setOpen(decision) })),
    [choices],
  );
  useKeys(keys);
  return (
    <div className={styles['decisions']}>
      {choices.map(({ decision, key, label, kind, icon }) => (
        <Button key={decision} kind={kind} icon={icon} shortcut={key} onPress={() => setOpen(decision)}>
          {t(label)}
        </Button>
      ))}
      {open && (
        <DecideDialog payout={payout} decision={open} onDone={next} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
