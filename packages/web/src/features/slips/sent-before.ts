import { MAX_PAGE_SIZE } from '@krapao/contract/limits';
import { call } from '../../lib/http.ts';
import type { Slip } from './slip-rules.ts';

/**
 * Finds the member's slip of that reference among the newest hundred; null when there is none or the call
 * fails.
 */
export async function slipSentBefore(reference: string): Promise<Slip | null> {
  try {
    const { slips } = await call('POST /api/statement/slip', { body: { page: 1, limit: MAX_PAGE_SIZE } });
    return slips.find((slip) => slip.reference === reference) ?? null;
  } catch (error) {
    console.warn('looking for the slip among those sent failed', error);
    return null;
  }
}
