import { SLIP_MAX_BYTES } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { slipReasonText } from '../../lib/i18n/i18n.ts';
import type { Tone } from '../../ui/status-chip.tsx';

export type SlipPage = ResponseBody<'POST /api/statement/slip'>;
export type Slip = SlipPage['slips'][number];

export const SLIP_MAX_MB = SLIP_MAX_BYTES / (1024 * 1024);

export type SlipState = 'success' | 'failed' | 'processing';

/** Whatever is neither a success nor a failure is still being looked at. */
export function stateOf({ status }: { status: string }): SlipState {
  if (status === 'SUCCESS') return 'success';
  return status === 'FAILED' ? 'failed' : 'processing';
}

export const TONE: Record<SlipState, Tone> = { success: 'success', failed: 'error', processing: 'pending' };
export const STATE_TEXT = {
  success: 'slips.success',
  failed: 'slips.failed',
  processing: 'slips.processing',
} as const satisfies Record<SlipState, string>;

/**
 * Why a slip was refused, in brackets: what the code means in the language in use and the code, or the code alone
 * when nobody knows it. Empty for a slip that was not refused.
 */
export function reasonText(slip: Pick<Slip, 'status' | 'note'>): string {
  if (stateOf(slip) !== 'failed' || !slip.note) return '';
  const meaning = slipReasonText(slip.note);
  return meaning === undefined ? `(${slip.note})` : `(${meaning} · ${slip.note})`;
}

/** What the picture of a slip is asked for by: the bank's reference, or the slip's own id when it has none. */
export function pictureReference({ reference, _id }: Pick<Slip, 'reference' | '_id'>): string {
  return reference || _id;
}

type Step = Slip['step'];

const STEPS = ['received', 'reading', 'asking', 'waiting', 'done'] as const satisfies readonly Step[];

export type StepMark = 'passed' | 'current' | 'ahead';

/** The steps to show for a slip. Waiting is one only for a slip that does wait: most banks answer at once. */
export function stepsOf(slip: Pick<Slip, 'step'>): { step: Step; mark: StepMark }[] {
  const at = STEPS.indexOf(slip.step);
  return STEPS.filter((step) => step !== 'waiting' || slip.step === 'waiting').map((step) => {
    const index = STEPS.indexOf(step);
    return { step, mark: index < at || slip.step === 'done' ? 'passed' : index === at ? 'current' : 'ahead' };
  });
}
