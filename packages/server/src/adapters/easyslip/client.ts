import { writeSlipQr } from '@krapao/contract/slip-qr';
import { refused } from '../../ports/outcome.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { bearerAuth, callService, JSON_BODY } from '../http/service-call.ts';
import type { SlipServiceOptions } from '../slip-parties.ts';
import { readSlip } from './transform.ts';

export interface EasyslipOptions extends SlipServiceOptions {
  token: string;
}

/** EasySlip, version 2. Official documentation. */
export function createEasyslip(options: EasyslipOptions): SlipLookup {
  const { baseUrl, token, bankCodeOf } = options;
  return {
    async lookUp(slip) {
      const payload = writeSlipQr(slip);
      if (payload === null) return refused('not a slip of a bank');
      const answer = await callService({
        method: 'POST',
        url: new URL(`${baseUrl}/v2/verify/bank`),
        headers: { ...JSON_BODY, ...bearerAuth(token) },
        body: JSON.stringify({ payload }),
        timeoutMs: options.timeoutMs,
      });
      return answer.outcome === 'unknown' ? answer : readSlip(answer, slip, bankCodeOf);
    },
  };
}
