import type { GiftTicket, GiftWallet } from '../../ports/gift-wallet.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { callService, JSON_BODY, type ServiceConnection } from '../http/service-call.ts';
import { readHeld, readRedeemed } from './transform.ts';

/**
 * TrueMoney's gift vouchers. Unofficial: several public programs agree, and the service may change or refuse us at
 * any time. Whoever has the code of a voucher has its money, so an address with a code is never logged.
 */
export function createTruemoneyVouchers(options: ServiceConnection): GiftWallet {
  const voucher = (code: string): string =>
    `${options.baseUrl}/campaign/vouchers/${encodeURIComponent(code)}`;
  return {
    async redeem({ code, mobile }): Promise<Outcome<GiftTicket>> {
      const answer = await callService({
        method: 'POST',
        url: new URL(`${voucher(code)}/redeem`),
        headers: JSON_BODY,
        body: JSON.stringify({ mobile, voucher_hash: code }),
        timeoutMs: options.timeoutMs,
      });
      return answer.outcome === 'unknown' ? answer : readRedeemed(answer);
    },

    async ticket({ code, mobile }): Promise<Outcome<GiftTicket | null>> {
      const url = new URL(`${voucher(code)}/verify?mobile=${encodeURIComponent(mobile)}`);
      const answer = await callService({ method: 'GET', url, timeoutMs: options.timeoutMs });
      return answer.outcome === 'unknown' ? answer : readHeld(answer);
    },
  };
}
