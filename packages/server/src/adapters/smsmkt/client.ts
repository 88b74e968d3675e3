import type { Sms } from '../../ports/sms.ts';
import { callService, FORM, type ServiceConnection } from '../http/service-call.ts';
import { sendOnce } from '../sms-once.ts';
import { readSent } from './transform.ts';

export interface SmsmktOptions extends ServiceConnection {
  key: string;
  secret: string;
  /** Registered name of the sender. */
  sender: string;
}

/** SMSMKT. Official documentation, in part: codes other than that of success are not known. No idempotency key. */
export function createSmsmkt(options: SmsmktOptions): Sms {
  const { baseUrl, key, secret, sender } = options;
  return sendOnce(async ({ to, text }) => {
    const answer = await callService({
      method: 'POST',
      url: new URL(`${baseUrl}/api/send-message`),
      headers: { ...FORM, api_key: key, secret_key: secret },
      body: new URLSearchParams({ message: text, phone: to, sender }).toString(),
      timeoutMs: options.timeoutMs,
    });
    return answer.outcome === 'unknown' ? answer : readSent(answer);
  });
}
