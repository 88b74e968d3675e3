import type { Currency, Minor } from '@krapao/contract/money';
import type { Listing, RejectedEntry } from './listing.ts';
import type { NotFound, Outcome } from './outcome.ts';

/** A raw incoming callback, for checking its signature. */
export interface IncomingCallback {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
}

export interface GatewayOrder {
  /** Our unique reference. */
  reference: string;
  amount: Minor;
  currency: Currency;
  expiresAt: Date;
  callbackUrl: string;
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
export interface PaymentGateway {
  /** Creates an order. The value is the text of the QR code. */
  createOrder(order: GatewayOrder): Promise<Outcome<string>>;
  cancelOrder(reference: string): Promise<Outcome | NotFound>;
  /** Lists the payments of an order. */
  payments(reference: string): Promise<Outcome<Listing<GatewayPayment>> | NotFound>;
  /** Lists every payment the gateway has received since then, for reconciliation. */
  paymentsSince(since: Date): Promise<Outcome<Listing<GatewayPayment>>>;
  /**
   * Returns the payment in an authentic callback, or why it cannot be taken in; null when it is not
   * authentic.
   */
  readCallback(callback: IncomingCallback): GatewayPayment | RejectedEntry | null;
  /**
   * Reads a rejected payment again, as it was sent.
   * @param form `listed` for a list, `callback` for an authentic callback
   * @returns the payment, or why it cannot be taken in
   */
  readKept(text: string, form: 'listed' | 'callback'): GatewayPayment | string;
}
