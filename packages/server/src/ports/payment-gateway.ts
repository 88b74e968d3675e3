import type { Currency, Minor } from '@krapao/contract/money';
import type { Listing, RejectedEntry } from './listing.ts';
import type { NotFound, Outcome } from './outcome.ts';
import type { CheckedService } from './service-check.ts';

/** A raw incoming callback, for checking its signature. */
export interface IncomingCallback {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
}

/**
 * What a callback says. `nothing`: it is about something of ours that has not changed. `unconfirmed`: the service was
 * asked about it and did not tell; it may come again. Null: it is not authentic.
 */
export type CallbackReading<T> = T | RejectedEntry | 'nothing' | 'unconfirmed' | null;

export interface GatewayOrder {
  /** Our unique reference. */
  reference: string;
  amount: Minor;
  currency: Currency;
  expiresAt: Date;
  callbackUrl: string;
  /** The member’s bank account, for gateways that take money from it alone. */
  payer?: { name: string; bankCode: string; accountNo: string };
}

/** A payment received by the gateway. */
export interface GatewayPayment {
  /** The gateway's unique id. It makes repeated callbacks harmless. */
  paymentId: string;
  /** Reference of its order. */
  reference: string;
  amount: Minor;
  paidAt: Date;
}

/** A gateway that creates payment QR codes and reports payments. */
export interface PaymentGateway extends CheckedService {
  /** Creates an order. The value is the text of the QR code. */
  createOrder(order: GatewayOrder): Promise<Outcome<string>>;
  cancelOrder(reference: string): Promise<Outcome | NotFound>;
  /** Lists the payments of an order. */
  payments(reference: string): Promise<Outcome<Listing<GatewayPayment>> | NotFound>;
  /** Lists every payment the gateway has received since then, for reconciliation. */
  paymentsSince(since: Date): Promise<Outcome<Listing<GatewayPayment>>>;
  /**
   * Returns the payment in an authentic callback, or why it cannot be taken in. A gateway that signs none is asked.
   */
  readCallback(
    callback: IncomingCallback,
  ): CallbackReading<GatewayPayment> | Promise<CallbackReading<GatewayPayment>>;
  /** Returns the answer to a callback that was taken in, where the gateway wants one of its own. */
  acknowledge?(callback: IncomingCallback): object;
  /**
   * Reads a rejected payment again, as it was sent.
   * @param form `listed` for a list, `callback` for an authentic callback
   * @returns the payment, or why it cannot be taken in
   */
  readKept(text: string, form: 'listed' | 'callback'): GatewayPayment | string;
}
