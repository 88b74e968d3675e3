import { SLIP_MAX_BYTES } from '@krapao/contract/limits';
import type { ResponseBody } from '@krapao/contract/routes';
import { codeText } from '../../lib/i18n/i18n.ts';
import type { Tone } from '../../ui/status-chip.tsx';

export type SlipPage = ResponseBody<'POST /api/statement/slip'>;
export type Slip = SlipPage['slips'][number];

export const SLIP_MAX_MB = SLIP_MAX_BYTES / (1024 * 1024);

export type SlipState = 'success' | 'failed' | 'processing';

/** Any status but success and failure means that the slip is being processed. */
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
 * Returns the reason for refusing a slip, in brackets: the code's text in the language in use and the code,
 * or the code alone when it is unknown. Empty for a slip that was not refused.
 */
export function reasonText(slip: Pick<Slip, 'status' | 'note'>): string {
  if (stateOf(slip) !== 'failed' || !slip.note) return '';
  const meaning = codeText(slip.note, 'slipReasons');
  return meaning === undefined ? `(${slip.note})` : `(${meaning} · ${slip.note})`;
}

/**
 * Returns the reference that requests a slip's picture: the bank's, or the slip's own id when it has none.
 */
export function pictureReference({ reference, _id }: Pick<Slip, 'reference' | '_id'>): string {
  return reference || _id;
}

type Step = Slip['step'];

const STEPS = ['received', 'reading', 'asking', 'waiting', 'done'] as const satisfies readonly Step[];

export type StepMark = 'passed' | 'current' | 'ahead';

/**
 * Returns the steps to show for a slip. Waiting is shown only for a slip that does wait: most banks answer at
 * once.
 */
export function stepsOf(slip: Pick<Slip, 'step'>): { step: Step; mark: StepMark }[] {
  const at = STEPS.indexOf(slip.step);
  return STEPS.filter((step) => step !== 'waiting' || slip.step === 'waiting').map((step) => {
    const index = STEPS.indexOf(step);
    return { step, mark: index < at || slip.step === 'done' ? 'passed' : index === at ? 'current' : 'ahead' };
  });
}
