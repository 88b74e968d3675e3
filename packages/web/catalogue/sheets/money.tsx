import { minor } from '@krapao/contract/money';
import { Timeline } from '../../src/features/statement/timeline.tsx';
import type { Receipt } from '../../src/features/statement/receipt-rules.ts';
import { BankRow } from '../../src/ui/bank-row.tsx';
import { CopyButton } from '../../src/ui/copy-button.tsx';
import { EmptyState } from '../../src/ui/empty-state.tsx';
import { MoneyLog } from '../../src/ui/money-log.tsx';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const ignore = () => undefined;
const AT = '2026-01-15T03:04:05.000Z';

export function BankRows() {
  const { bank, person, long } = useWords();
  return (
    <>
      {['KBANK', 'SCB', 'GSB', 'BCEL'].map((code) => (
        <Specimen key={code} name={code}>
          <BankRow
            code={code}
            bank={bank}
            holder={person}
            accountNo="123-4-56789-0"
            action={<CopyButton text="1234567890" label={bank} />}
          />
        </Specimen>
      ))}
      <Specimen name="long words">
        <BankRow code="BBL" bank={long} holder={long} accountNo="010-12-00-98765432-001" />
      </Specimen>
    </>
  );
}

export function MoneyLogs() {
  const { short, long } = useWords();
  const common = {
    title: short,
    total: undefined,
    currency: 'BAHT',
    page: 1,
    onPage: ignore,
    isTurning: false,
    error: undefined,
    onRetry: ignore,
    empty: <EmptyState icon="gift" />,
  } as const;
  const items = [
    { id: '1', title: short, at: AT, amountMinor: minor(12_300n) },
    { id: '2', title: long, at: AT, amountMinor: minor(123_456_789n) },
  ];
  return (
    <>
      <Specimen name="rows">
        <MoneyLog {...common} items={items} total={2} />
      </Specimen>
      <Specimen name="turning the page">
        <MoneyLog {...common} items={items} total={42} page={2} isTurning />
      </Specimen>
      <Specimen name="loading">
        <MoneyLog {...common} items={undefined} />
      </Specimen>
      <Specimen name="empty">
        <MoneyLog {...common} items={[]} total={0} />
      </Specimen>
      <Specimen name="could not be loaded">
        <MoneyLog {...common} items={undefined} error={new Error('no answer')} />
      </Specimen>
    </>
  );
}

const WITHDRAWAL: Receipt = {
  _id: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a01',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  amount: 300.5,
  status: 'PENDING',
  createdAt: AT,
  steps: [{ step: 'created', at: AT }],
  canCancel: false,
};

export function Timelines() {
  return (
    <>
      <Specimen name="being sent">
        <Timeline receipt={WITHDRAWAL} />
      </Specimen>
      <Specimen name="on hold">
        <Timeline
          receipt={{
            ...WITHDRAWAL,
            steps: [...WITHDRAWAL.steps, { step: 'delayed', at: '2099-01-16T03:04:05.000Z' }],
          }}
        />
      </Specimen>
      <Specimen name="paid">
        <Timeline
          receipt={{
            ...WITHDRAWAL,
            status: 'SUCCESS',
            steps: [...WITHDRAWAL.steps, { step: 'sent', at: AT }, { step: 'posted', at: AT }],
          }}
        />
      </Specimen>
      <Specimen name="failed">
        <Timeline
          receipt={{
            ...WITHDRAWAL,
            status: 'FAILED',
            reason: 'refused_by_bank',
            steps: [...WITHDRAWAL.steps, { step: 'sent', at: AT }, { step: 'voided', at: AT }],
          }}
        />
      </Specimen>
    </>
  );
}
