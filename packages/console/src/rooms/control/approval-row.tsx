import { useMemo } from 'react';
import { leavesOf } from '../../lib/differences.ts';
import { codeText, useT } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { shownValue } from '../../lib/shown-value.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { Facts } from '../../ui/facts.tsx';
import { When } from '../../ui/when.tsx';
import styles from './approval-row.module.css';
import { shownPayload, type Approval, type OpenDecision } from './approval.ts';

interface ApprovalRowProps {
  approval: Approval;
  /** The person looking at it made it. */
  isOwn: boolean;
  decide: (open: OpenDecision) => void;
}

const TONES: Readonly<Record<Approval['state'], Tone>> = {
  open: 'warn',
  approved: 'good',
  refused: 'bad',
  expired: 'plain',
};

/** A proposal: what, about whom, why, and by whom. Those who may not decide it have no buttons. */
export function ApprovalRow({ approval, isOwn, decide }: ApprovalRowProps) {
  const t = useT();
  return (
    <li className={styles['row']} data-row={approval.id}>
      <div className={styles['what']}>
        <p className={styles['title']}>
          <strong>{codeText('actions', approval.action)}</strong>
          <Chip tone={TONES[approval.state]}>{t(`approvals.${approval.state}`)}</Chip>
        </p>
        <p className={styles['subject']}>{approval.subject}</p>
        <p className={styles['by']}>
          {t('approvals.by', { name: approval.maker.name })} <When at={approval.createdAt} isInline />
        </p>
      </div>
      <div className={styles['why']}>
        <p>{approval.reason}</p>
        <Payload approval={approval} />
        <Decided approval={approval} />
      </div>
      {approval.state === 'open' && (isOwn || approval.mayDecide) && (
        <div className={styles['buttons']}>
          {isOwn ? (
            <p className={styles['own']}>{t('approvals.own')}</p>
          ) : (
            <>
              <Button
                kind="primary"
                shortcut="a"
                onPress={() => decide({ approval, decision: 'approve' })}
                {...{ [ROW_CONTROL]: '' }}
              >
                {t('payouts.approve')}
              </Button>
              <Button kind="danger" shortcut="r" onPress={() => decide({ approval, decision: 'refuse' })}>
                {t('payouts.refuse')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Payload({ approval }: { approval: Approval }) {
  const facts = useMemo(
    () =>
      [...leavesOf(shownPayload(approval))].map(([path, value]) => ({
        id: path,
        name: codeText('fields', path),
        value: shownValue(path, value),
      })),
    [approval],
  );
  return <Facts facts={facts} />;
}

function Decided({ approval }: { approval: Approval }) {
  const t = useT();
  if (approval.state === 'open') {
    return (
      <p className={styles['by']}>
        {t('approvals.expires')} <When at={approval.expiresAt} isInline />
      </p>
    );
  }
  if (!approval.decidedBy || approval.decidedAt === null) return null;
  return (
    <p className={styles['by']}>
      {t(`approvals.${approval.state}`)} · {approval.decidedBy.name} <When at={approval.decidedAt} isInline />
      {approval.decisionReason !== null && <span>{approval.decisionReason}</span>}
    </p>
  );
}
