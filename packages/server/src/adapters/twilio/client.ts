import type { Sms } from '../../ports/sms.ts';
import { basicAuth, callService, FORM, type ServiceConnection } from '../http/service-call.ts';
import { toInternational } from '../phone-abroad.ts';
import { sendOnce } from '../sms-once.ts';
import { readBalance, readSent } from './transform.ts';

export interface TwilioOptions extends ServiceConnection {
  account: string;
  token: string;
  /** A number such as `+15005550006`, a sender's name, or a messaging service (`MG…`). */
  from: string;
  /** Country of phone numbers in national form: `66` Thailand, `856` Laos. */
  countryCode: string;
}

/** Twilio. Official client (npm `twilio`): used for its facts alone, since it retries by itself. No idempotency key. */
export function createTwilio(options: TwilioOptions): Sms {
  const { baseUrl, account, token, from, countryCode } = options;
  const origin: Record<string, string> = /^MG[0-9a-f]{32}$/i.test(from)
    ? { MessagingServiceSid: from }
    : { From: from };
  const url = new URL(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`);
  const sms = sendOnce(async ({ to, text }) => {
    const fields = { To: `+${toInternational(to, countryCode)}`, ...origin, Body: text };
    const headers = { ...FORM, ...basicAuth(account, token) };
    const body = new URLSearchParams(fields).toString();
    const answer = await callService({ method: 'POST', url, headers, body, timeoutMs: options.timeoutMs });
    return answer.outcome === 'unknown' ? answer : readSent(answer);
  });
  return {
    ...sms,
    async check() {
      const balance = new URL('Balance.json', url);
      const headers = basicAuth(account, token);
      const answer = await callService({
        method: 'GET',
        url: balance,
        headers,
        timeoutMs: options.timeoutMs,
      });
      return answer.outcome === 'unknown' ? answer : readBalance(answer);
    },
  };
}
