import type { Sms } from '../../ports/sms.ts';
import { basicAuth, callService, FORM, type ServiceConnection } from '../http/service-call.ts';
import { sendOnce } from '../sms-once.ts';
import { readCredit, readSent } from './transform.ts';

export interface ThaibulksmsOptions extends ServiceConnection {
  key: string;
  secret: string;
  /** Registered name of the sender. */
  sender: string;
  /** Route at the service: `standard` or `corporate`. */
  route: string;
}

/**
 * ThaiBulkSMS, version 2. Request: official client (npm `thaibulksms-api`). Answer: several public programs; its
 * other observed shape is read, too. There is no idempotency key.
 */
export function createThaibulksms(options: ThaibulksmsOptions): Sms {
  const { baseUrl, key, secret, sender, route } = options;
  const sms = sendOnce(async ({ to, text }) => {
    const body = new URLSearchParams({ msisdn: to, message: text, sender, force: route }).toString();
    const headers = { ...FORM, ...basicAuth(key, secret) };
    const answer = await callService({
      method: 'POST',
      url: new URL(`${baseUrl}/sms`),
      headers,
      body,
      timeoutMs: options.timeoutMs,
    });
    return answer.outcome === 'unknown' ? answer : readSent(answer, to);
  });
  return {
    ...sms,
    async check() {
      const url = new URL(`${baseUrl}/credit`);
      const headers = basicAuth(key, secret);
      const answer = await callService({ method: 'GET', url, headers, timeoutMs: options.timeoutMs });
      return answer.outcome === 'unknown' ? answer : readCredit(answer, route);
    },
  };
}
