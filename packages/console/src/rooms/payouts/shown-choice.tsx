import { REFUSAL_REASONS, type RefusalReason } from '@krapao/contract/staff/payouts';
import { useT } from '../../lib/i18n.ts';
import { Select } from '../../ui/fields.tsx';

interface ShownChoiceProps {
  value: RefusalReason;
  onChange: (value: RefusalReason) => void;
}

/** Chooses what the player reads when a payout is refused. */
export function ShownChoice({ value, onChange }: ShownChoiceProps) {
  const t = useT();
  return (
    <Select
      label={t('payouts.shown')}
      value={value}
      onChange={onChange}
      hint={<q>{t(`payouts.shownText_${value}`)}</q>}
      options={REFUSAL_REASONS.map((reason) => ({ value: reason, label: t(`payouts.shown_${reason}`) }))}
    />
  );
}
