import { codeText, useT } from '../../lib/i18n.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { Panel, PanelBody } from '../../ui/page.tsx';
import { When } from '../../ui/when.tsx';
import type { Slip } from './slip.ts';

/** Shows the reading of a slip, the look-up's answer, and why the slip was not accepted. */
export function SlipFacts({ slip }: { slip: Slip }) {
  const t = useT();
  const tone = { failed: 'bad', processing: 'warn', success: 'good' } as const;
  const facts: Fact[] = [
    { id: 'member', name: t('payouts.member'), value: <MemberName member={slip.member} /> },
    {
      id: 'state',
      name: t('members.state'),
      value: <Chip tone={tone[slip.state]}>{t(`incoming.slip_${slip.state}`)}</Chip>,
    },
    { id: 'why', name: t('incoming.why'), value: <Why slip={slip} /> },
    { id: 'sent', name: t('incoming.sent'), value: <When at={slip.createdAt} isInline /> },
    {
      id: 'amount',
      name: t('members.amount'),
      value: <Amount amount={slip.amount} currency={slip.currency} />,
    },
    { id: 'bank', name: t('incoming.fromBank'), value: slip.sendingBank || '–' },
    { id: 'reference', name: t('incoming.slipReference'), value: slip.reference || '–' },
    ...useAnswer(slip),
  ];
  if (slip.decidedBy !== '')
    facts.push({ id: 'decidedBy', name: t('incoming.decidedBy'), value: slip.decidedBy });
  return (
    <Panel title={t('incoming.slipFacts')}>
      <PanelBody>
        <Facts facts={facts} />
      </PanelBody>
    </Panel>
  );
}

/** Shows the last answer of the look-up service. */
function useAnswer({ answer }: Slip): Fact[] {
  const t = useT();
  if (!answer) return [{ id: 'answer', name: t('incoming.lookUp'), value: t('incoming.notAsked') }];
  const told = t(`incoming.answer_${answer.answer}`);
  const { transfer } = answer;
  const facts: Fact[] = [
    {
      id: 'answer',
      name: t('incoming.lookUp'),
      value: answer.reason === '' ? told : `${told} · ${answer.reason}`,
    },
  ];
  if (!transfer) return facts;
  return [
    ...facts,
    { id: 'at', name: t('incoming.transferAt'), value: <When at={transfer.at} isInline /> },
    { id: 'from', name: t('incoming.sender'), value: <AccountText account={transfer.from} /> },
    { id: 'to', name: t('incoming.receiver'), value: <AccountText account={transfer.to} /> },
  ];
}

function Why({ slip: { note, why } }: { slip: Slip }) {
  const texts = [note, why].filter((code) => code !== '').map((code) => codeText('whys', code));
  return <>{texts.join(' · ') || '–'}</>;
}
