import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '@krapao/contract/protection';
import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { readAmount } from '../../lib/typed.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Check, Field, Select } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/states.tsx';
import { breakLength, exclusionLength } from '../../lib/protection-texts.ts';
import { nameOf, type Member } from './member.ts';

interface DialogProps {
  member: Member;
  onClose: () => void;
}

type Choices = StaffReply<'GET /staff/api/protection/choices'>;
type LimitName = `${LimitKind}_${LimitPeriod}`;

const AMOUNT_LENGTH = 30;
const LIMITS = LIMIT_KINDS.flatMap((kind) => LIMIT_PERIODS.map((period): LimitName => `${kind}_${period}`));

/** Sets a limit, or lowers one. */
export function LimitDialog({ member, onClose }: DialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState<LimitName>('deposit_day');
  const [typed, setTyped] = useState('');
  const amount = readAmount(typed);
  const [kind, period] = chosen.split('_') as [LimitKind, LimitPeriod];
  return (
    <ActionDialog
      title={t('protection.limitTitle', { name: nameOf(member) })}
      submitLabel={t('protection.begin_limit')}
      reason="required"
      isReady={amount !== undefined}
      send={(reason) =>
        call('PUT /staff/api/members/:id/protection/limits', {
          params: { id: member.id },
          body: { kind, period, amount: amount ?? 0, reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('protection.limitHint')}</p>
      <Select
        label={t('protection.limit')}
        value={chosen}
        onChange={setChosen}
        options={LIMITS.map((value) => ({ value, label: t(`protection.${value}`) }))}
      />
      <Field
        label={t('members.amountIn', { currency: t(`currency.${member.currency}`) })}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        isRequired
        maxLength={AMOUNT_LENGTH}
        error={typed !== '' && amount === undefined ? t('members.amountWrong') : undefined}
      />
    </ActionDialog>
  );
}

/** The lengths that the operator offers. */
function useChoices() {
  return useRead('GET /staff/api/protection/choices', {});
}

/** Begins a break, or prolongs it. */
export function BreakDialog({ member, onClose }: DialogProps) {
  const t = useT();
  const read = useChoices();
  const [chosen, setChosen] = useState<string>();
  const lengths = read.data?.breakHours.map(String) ?? [];
  const hours = chosen ?? lengths[0];
  return (
    <ActionDialog
      title={t('protection.breakTitle', { name: nameOf(member) })}
      submitLabel={t('protection.begin_break')}
      tone="danger"
      reason="required"
      isReady={hours !== undefined}
      send={(reason) =>
        call('POST /staff/api/members/:id/protection/break', {
          params: { id: member.id },
          body: { hours: Number(hours), reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('protection.breakHint')}</p>
      <Loaded read={read} rows={1}>
        {() => (
          <Select
            label={t('protection.length')}
            value={hours ?? ''}
            onChange={setChosen}
            options={lengths.map((value) => ({ value, label: breakLength(t, Number(value)) }))}
          />
        )}
      </Loaded>
    </ActionDialog>
  );
}

/** Begins an exclusion, or prolongs it, after a tick: nobody ends it early, not even an owner. */
export function ExclusionDialog({ member, onClose }: DialogProps) {
  const t = useT();
  const read = useChoices();
  const [chosen, setChosen] = useState<string>();
  const [isSure, setSure] = useState(false);
  const months = chosen ?? lengthsOf(read.data)[0];
  return (
    <ActionDialog
      title={t('protection.exclusionTitle', { name: nameOf(member) })}
      submitLabel={t('protection.begin_exclusion')}
      tone="danger"
      reason="required"
      isReady={months !== undefined && isSure}
      send={(reason) =>
        call('POST /staff/api/members/:id/protection/exclusion', {
          params: { id: member.id },
          body: { months: monthsOf(months ?? ''), reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('protection.exclusionHint')}</p>
      <Loaded read={read} rows={1}>
        {(choices) => (
          <Select
            label={t('protection.length')}
            value={months ?? ''}
            onChange={setChosen}
            options={lengthsOf(choices).map((value) => ({
              value,
              label: exclusionLength(t, monthsOf(value)),
            }))}
          />
        )}
      </Loaded>
      <Check label={t('protection.noWayBack')} isChecked={isSure} onChange={setSure} />
    </ActionDialog>
  );
}

const FOREVER = 'forever';

const lengthsOf = (choices: Choices | undefined): string[] =>
  choices ? [...choices.exclusionMonths.map(String), FOREVER] : [];
const monthsOf = (length: string): number | typeof FOREVER => (length === FOREVER ? length : Number(length));
