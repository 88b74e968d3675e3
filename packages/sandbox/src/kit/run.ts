/** Tries an implementation of a port from outside. */
import type { PortName } from '../protocol/ports.ts';
import type { Check } from './checks.ts';
import { Client, Difference } from './client.ts';
import { bankFeedChecks, walletFeedChecks } from './feeds.ts';
import { gameProviderChecks } from './game-provider.ts';
import { payoutBankChecks } from './payout-bank.ts';
import { qrGatewayChecks } from './qr-gateway.ts';
import { giftWalletChecks, slipLookupChecks, smsChecks, supportDeskChecks } from './small-ports.ts';

const CHECKS: Readonly<Record<PortName, readonly Check[]>> = {
  'game-provider': gameProviderChecks,
  'qr-gateway': qrGatewayChecks,
  'payout-bank': payoutBankChecks,
  'bank-feed': bankFeedChecks,
  'ewallet-feed': walletFeedChecks,
  'slip-lookup': slipLookupChecks,
  'gift-wallet': giftWalletChecks,
  sms: smsChecks,
  'support-desk': supportDeskChecks,
};

export interface Result {
  readonly name: string;
  /** The difference from the protocol; undefined when there is none. */
  readonly difference?: string;
}

/**
 * Runs the checks of a port, one after the other.
 * @param url address of the implementation, below which are the calls of the port
 * @param onResult is told each result as it comes
 */
export async function tryPort(
  port: PortName,
  { url, secret, onResult = () => {} }: { url: string; secret: string; onResult?: (result: Result) => void },
): Promise<Result[]> {
  const client = new Client(url, secret);
  const results: Result[] = [];
  for (const check of CHECKS[port]) {
    const difference = await check.run(client).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Difference) return error.message;
        throw error;
      },
    );
    const result = { name: check.name, ...(difference !== undefined && { difference }) };
    results.push(result);
    onResult(result);
  }
  return results;
}
