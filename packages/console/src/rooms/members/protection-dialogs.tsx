import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '@krapao/contract/protection';
import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { breakLength, exclusionLength } from '../../lib/protection-texts.ts';
import { useRead } from '../../lib/reads.ts';
import { readAmount } from '../../lib/typed.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Check, Field, Select } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/states.tsx';
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

/** Begins a break, or prolongs it. */
export function BreakDialog({ member, onClose }: DialogProps) {
  const t = useT();
  return (
    <StopDialog
      stop="break"
      lengthsOf={({ breakHours }) => breakHours}
      textOf={(hours) => breakLength(t, hours)}
      send={(hours, reason) =>
        call('POST /staff/api/members/:id/protection/break', {
          params: { id: member.id },
          body: { hours, reason },
        })
      }
      member={member}
      onClose={onClose}
    />
  );
}

/** Begins an exclusion, or prolongs it, after a tick: no one ends it early, not even an owner. */
export function ExclusionDialog({ member, onClose }: DialogProps) {
  const t = useT();
  const [isSure, setSure] = useState(false);
  return (
    <StopDialog
      stop="exclusion"
      isReady={isSure}
      lengthsOf={({ exclusionMonths }) => [...exclusionMonths, 'forever' as const]}
      textOf={(months) => exclusionLength(t, months)}
      send={(months, reason) =>
        call('POST /staff/api/members/:id/protection/exclusion', {
          params: { id: member.id },
          body: { months, reason },
        })
      }
      member={member}
      onClose={onClose}
    >
      <Check label={t('protection.noWayBack')} isChecked={isSure} onChange={setSure} />
    </StopDialog>
  );
}

interface StopDialogProps<Length> extends DialogProps {
  stop: 'break' | 'exclusion';
  isReady?: boolean;
  /** The lengths that the operator offers. */
  lengthsOf: (choices: Choices) => readonly Length[];
  textOf: (length: Length) => string;
  send: (length: Length, reason: string) => Promise<object>;
  /** Fields below the length. */
  children?: ReactNode;
}

/** Stops a member for one of the lengths that the operator offers. */
function StopDialog<Length extends number | 'forever'>({
  stop,
  member,
  isReady = true,
  lengthsOf,
  textOf,
  send,
  children,
  onClose,
}: StopDialogProps<Length>) {
  const t = useT();
  const read = useRead('GET /staff/api/protection/choices', {});
  const [chosen, setChosen] = useState<string>();
  const lengths = read.data ? lengthsOf(read.data) : [];
  const length = lengths.find((one) => String(one) === chosen) ?? lengths[0];
  return (
    <ActionDialog
      title={t(`protection.${stop}Title`, { name: nameOf(member) })}
      submitLabel={t(`protection.begin_${stop}`)}
      tone="danger"
      reason="required"
      isReady={length !== undefined && isReady}
      send={async (reason) => (length === undefined ? {} : send(length, reason))}
      onClose={onClose}
    >
      <p>{t(`protection.${stop}Hint`)}</p>
      <Loaded read={read} rows={1}>
        {() => (
          <Select
            label={t('protection.length')}
            value={String(length)}
            onChange={setChosen}
            options={lengths.map((one) => ({ value: String(one), label: textOf(one) }))}
          />
        )}
      </Loaded>
      {children}
    </ActionDialog>
  );
}
