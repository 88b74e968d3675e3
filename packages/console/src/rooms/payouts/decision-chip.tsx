import { useT } from '../../lib/i18n.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import type { Payout } from './payout.ts';

const TONES: Readonly<Record<Payout['state'], Tone>> = {
  waiting: 'warn',
  held: 'brand',
  approved: 'good',
  refused: 'bad',
  cancelled: 'plain',
};

/** The state of a payout under review. */
export function DecisionChip({ payout: { state } }: { payout: Payout }) {
  const t = useT();
  return <Chip tone={TONES[state]}>{t(`payouts.state_${state}`)}</Chip>;
}
