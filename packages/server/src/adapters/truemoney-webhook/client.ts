import { jwtVerify } from 'jose';
import type { EwalletWebhook } from '../../ports/ewallet-webhook.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import { NOT_WHOLE, parseObject, readText, type JsonObject } from '../http/read-answer.ts';
import { readTransfer } from './transform.ts';

export interface TruemoneyWebhookOptions {
  /** The merchant's secret, which signs each token. */
  secret: string;
  /** Number of the operator's wallet: a token does not name it. */
  wallet: string;
}

/** TrueMoney's webhook of transfers between persons. Several public programs agree; the transaction's id is of one. */
export function createTruemoneyWebhook({ secret, wallet }: TruemoneyWebhookOptions): EwalletWebhook {
  const key = new TextEncoder().encode(secret);
  return {
    async readCallback(callback) {
      const claims = await verified(callback, key);
      if (!claims) return null;
      const transfer = readTransfer(claims, wallet);
      return typeof transfer === 'string' ? { reason: transfer, text: JSON.stringify(claims) } : transfer;
    },
    readKept(text) {
      const claims = parseObject(text);
      return claims ? readTransfer(claims, wallet) : NOT_WHOLE;
    },
  };
}

/** Returns the claims of a callback's token; null when the merchant's secret did not sign it. */
async function verified({ rawBody }: IncomingCallback, key: Uint8Array): Promise<JsonObject | null> {
  const token = readText(parseObject(rawBody)?.['message']);
  try {
    return (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload;
  } catch {
    return null;
  }
}
