import type { Listing, RejectedEntry } from '../../ports/listing.ts';
import { done, unknown, type Outcome } from '../../ports/outcome.ts';
import type { GatewayPayment } from '../../ports/payment-gateway.ts';
import { readEach } from '../http/read-answer.ts';
import type { ScbClient } from './client.ts';
import {
  codeOf,
  isNotFound,
  isSuccess,
  readPayment,
  readPayments,
  readReference,
  type BillReference,
} from './transform.ts';

/** Event of a payment by a QR code that the payer scans. */
const SCANNED_BY_PAYER = '00300100';

/** Asks SCB for the payments of an order. An inquiry is for one day. */
export class ScbInquiry {
  readonly #client: ScbClient;
  readonly #billerId: string;

  constructor(client: ScbClient, billerId: string) {
    this.#client = client;
    this.#billerId = billerId;
  }

  /** @param days in Bangkok, such as `2026-01-31` @returns none when the bank knows none */
  async on(refs: BillReference, days: readonly string[]): Promise<Outcome<Listing<GatewayPayment>>> {
    const entries: GatewayPayment[] = [];
    const rejected: RejectedEntry[] = [];
    for (const day of new Set(days)) {
      const told = await this.#onDay(refs, day);
      if (told.outcome !== 'done') return told;
      entries.push(...told.value.entries);
      rejected.push(...told.value.rejected);
    }
    return done({ entries, rejected });
  }

  async #onDay({ ref1, ref2 }: BillReference, day: string): Promise<Outcome<Listing<GatewayPayment>>> {
    const query = new URLSearchParams({
      eventCode: SCANNED_BY_PAYER,
      billerId: this.#billerId,
      reference1: ref1,
      reference2: ref2,
      transactionDate: day,
    });
    const answer = await this.#client.get(`/v1/payment/billpayment/inquiry?${query.toString()}`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return done({ entries: [], rejected: [] });
    const listed = isSuccess(answer) ? readPayments(answer) : null;
    if (!listed) return unknown(`code ${codeOf(answer) || answer.status}, no payments`);
    const asked = readReference(ref1, ref2);
    return done(
      readEach(listed, (entry) => {
        const payment = readPayment(entry);
        if (typeof payment === 'string') return payment;
        return payment.reference === asked ? payment : 'it is of another order';
      }),
    );
  }
}
