import { writeSlipQr } from '@krapao/contract/slip-qr';
import { refused } from '../../ports/outcome.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { bearerAuth, callService, JSON_BODY } from '../http/service-call.ts';
import type { SlipServiceOptions } from '../slip-parties.ts';
import { readSlip } from './transform.ts';

export interface Slip2goOptions extends SlipServiceOptions {
  secret: string;
}

/** Slip2Go. Official documentation. It has no code for a bank that is behind: such a slip is not found yet. */
export function createSlip2go(options: Slip2goOptions): SlipLookup {
  const { baseUrl, secret, bankCodeOf } = options;
  return {
    async lookUp(slip) {
      const qrCode = writeSlipQr(slip);
      if (qrCode === null) return refused('not a slip of a bank');
      const answer = await callService({
        method: 'POST',
        url: new URL(`${baseUrl}/api/verify-slip/qr-code/info`),
        headers: { ...JSON_BODY, ...bearerAuth(secret) },
        body: JSON.stringify({ payload: { qrCode } }),
        timeoutMs: options.timeoutMs,
      });
      return answer.outcome === 'unknown' ? answer : readSlip(answer, slip, bankCodeOf);
    },
  };
}
