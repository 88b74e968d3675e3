import type { StaffReply } from '@krapao/contract/staff/client-types';
import { codeText, useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { Amount } from '../../ui/amount.tsx';
import { Copy } from '../../ui/copy.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './movement-dialog.module.css';

type Movement = StaffReply<'GET /staff/api/members/:id/movements/:transferId'>['movement'];
type Step = Movement['steps'][number];

interface MovementDialogProps {
  memberId: string;
  id: string;
  onClose: () => void;
}

/** A movement's two accounts in the books, and what is stored of its way. */
export function MovementDialog({ memberId, id, onClose }: MovementDialogProps) {
  const t = useT();
  const read = useRead('GET /staff/api/members/:id/movements/:transferId', {
    params: { id: memberId, transferId: id },
  });
  return (
    <Dialog title={t('sections.movement')} isOpen isWide onClose={onClose}>
      <div className={styles['content']}>
        <Loaded read={read} rows={5}>
          {({ movement }) => (
            <>
              <Books movement={movement} />
              <Facts
                facts={Object.entries(movement.facts).map(([name, value]) => ({
                  id: name,
                  name: codeText('fields', name),
                  value: name === 'reason' ? codeText('movementReasons', value) : value,
                }))}
              />
              <Steps steps={movement.steps} />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Books({ movement }: { movement: Movement }) {
  const t = useT();
  const { debit, credit, amount, currency } = movement;
  const nameOf = ({ account, isMember }: Movement['debit']) =>
    isMember ? t('sections.memberWallet') : account;
  return (
    <Facts
      facts={[
        { id: 'id', name: t('members.by_transfer'), value: <Copy text={movement.id} /> },
        { id: 'amount', name: t('members.amount'), value: <Amount amount={amount} currency={currency} /> },
        { id: 'debit', name: t('sections.debit'), value: nameOf(debit) },
        { id: 'credit', name: t('sections.credit'), value: nameOf(credit) },
      ]}
    />
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  const columns: readonly Column<Step>[] = [
    {
      id: 'step',
      title: t('sections.step'),
      isLead: true,
      renderCell: (one) => t(`sections.step_${one.step}`),
    },
    { id: 'at', title: t('members.at'), renderCell: (one) => (one.at === null ? '–' : <When at={one.at} />) },
    {
      id: 'detail',
      title: t('sections.told'),
      renderCell: (one) => detailText(one.detail) || '–',
    },
    { id: 'count', title: t('sections.tries'), isNumber: true, renderCell: (one) => one.count ?? '–' },
  ];
  return (
    <section className={styles['steps']}>
      <h3>{t('sections.steps')}</h3>
      <p className={styles['hint']}>{t('sections.stepsHint')}</p>
      <DataTable
        label={t('sections.steps')}
        columns={columns}
        items={steps}
        idOf={(one) => `${one.step} ${one.at ?? ''}`}
      />
    </section>
  );
}

/** Codes come first, in one word each. */
const detailText = (detail: string): string =>
  detail
    .split(' ')
    .map((word) => codeText('movementReasons', codeText('steps', word)))
    .join(' ');
