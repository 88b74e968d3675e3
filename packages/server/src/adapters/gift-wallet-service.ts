import type { GiftTicket, GiftWallet } from '../ports/gift-wallet.ts';
import type { Outcome } from '../ports/outcome.ts';
import { SignedClient, type SignedClientOptions } from './http/signed-client.ts';
import { readHeld, readRedeemed } from './truemoney-vouchers/transform.ts';

/** Creates the client of a voucher service that takes signed JSON calls and answers as TrueMoney's. */
export function createGiftWallet(options: SignedClientOptions): GiftWallet {
  const client = new SignedClient(options);
  const voucher = (code: string): string => `/campaign/vouchers/${encodeURIComponent(code)}`;
  return {
    async redeem({ code, mobile }): Promise<Outcome<GiftTicket>> {
      const answer = await client.post(`${voucher(code)}/redeem`, { mobile, voucher_hash: code });
      return answer.outcome === 'unknown' ? answer : readRedeemed(answer);
    },

    async ticket({ code, mobile }): Promise<Outcome<GiftTicket | null>> {
      const answer = await client.get(`${voucher(code)}/verify?mobile=${encodeURIComponent(mobile)}`);
      return answer.outcome === 'unknown' ? answer : readHeld(answer);
    },
  };
}
