import { writeSlipQr } from '@krapao/contract/slip-qr';
import { refused } from '../../ports/outcome.ts';
import type { SlipLookup } from '../../ports/slip-lookup.ts';
import { callService, JSON_BODY } from '../http/service-call.ts';
import type { SlipServiceOptions } from '../slip-parties.ts';
import { readQuota, readSlip } from './transform.ts';

export interface SlipokOptions extends SlipServiceOptions {
  branch: string;
  key: string;
}

/** SlipOK. Several public programs agree. `log` is not sent, so that the service remembers no slip of ours. */
export function createSlipok(options: SlipokOptions): SlipLookup {
  const { baseUrl, branch, key, bankCodeOf } = options;
  const url = new URL(`${baseUrl}/api/line/apikey/${encodeURIComponent(branch)}`);
  return {
    async lookUp(slip) {
      const data = writeSlipQr(slip);
      if (data === null) return refused('not a slip of a bank');
      const headers = { ...JSON_BODY, 'x-authorization': key };
      const body = JSON.stringify({ data });
      const answer = await callService({ method: 'POST', url, headers, body, timeoutMs: options.timeoutMs });
      return answer.outcome === 'unknown' ? answer : readSlip(answer, slip, bankCodeOf);
    },
    async check() {
      const quota = new URL(`${url.href}/quota`);
      const headers = { 'x-authorization': key };
      const answer = await callService({ method: 'GET', url: quota, headers, timeoutMs: options.timeoutMs });
      return answer.outcome === 'unknown' ? answer : readQuota(answer);
    },
  };
}
