import { codeText, useT } from '../../lib/i18n.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Payout, BulkResult } from './payout.ts';

const TONES: Readonly<Record<BulkResult['outcome'], Tone>> = {
  done: 'good',
  proposed: 'warn',
  refused: 'bad',
};

interface BulkResultsProps {
  results: readonly BulkResult[];
  items: readonly Payout[];
  onClose: () => void;
}

/** Lists the results of a bulk decision, row by row. */
export function BulkResults({ results, items, onClose }: BulkResultsProps) {
  const t = useT();
  const byId = new Map(items.map((item) => [item.id, item]));
  const columns: readonly Column<BulkResult>[] = [
    {
      id: 'member',
      title: t('payouts.member'),
      isLead: true,
      renderCell: ({ id }) => byId.get(id)?.member.name ?? id,
    },
    {
      id: 'amount',
      title: t('payouts.amount'),
      isNumber: true,
      renderCell: ({ id }) => {
        const item = byId.get(id);
        return item && <Amount amount={item.amount} currency={item.currency} />;
      },
    },
    {
      id: 'outcome',
      title: t('payouts.outcome'),
      renderCell: ({ outcome, code }) => (
        <>
          <Chip tone={TONES[outcome]}>{t(`payouts.outcome_${outcome}`)}</Chip>{' '}
          {outcome === 'refused' && codeText('errors', code)}
        </>
      ),
    },
  ];
  return (
    <Dialog title={t('payouts.results')} isOpen onClose={onClose} isWide>
      <DataTable label={t('payouts.results')} columns={columns} items={results} idOf={({ id }) => id} />
      <Button kind="primary" onPress={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  );
}
