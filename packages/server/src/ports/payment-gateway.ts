import type { Currency, Minor } from '@krapao/contract/money';
import type { Listing, RejectedEntry } from './listing.ts';
import type { NotFound, Outcome } from './outcome.ts';

/** A callback as it came in, for its signature to be checked. */
export interface IncomingCallback {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: string;
}

export interface GatewayOrder {
  /** Ours, unique. */
  reference: string;
  amount: Minor;
  currency: Currency;
  expiresAt: Date;
  callbackUrl: string;
}

/** Money that arrived at the gateway. */
export interface GatewayPayment {
  /** The gateway's own, unique: what makes a repeated callback harmless. */
  paymentId: string;
  /** The order it was made for. */
  reference: string;
  amount: Minor;
  paidAt: Date;
}

/** A gateway that turns an amount into a payment QR and tells when it was paid. */
export interface PaymentGateway {
  /** The value is the text to draw as a QR code. */
  createOrder(order: GatewayOrder): Promise<Outcome<string>>;
  cancelOrder(reference: string): Promise<Outcome | NotFound>;
  /** The payments an order has received. */
  payments(reference: string): Promise<Outcome<Listing<GatewayPayment>> | NotFound>;
  /** Every payment the gateway has taken since then, for comparing books. */
  paymentsSince(since: Date): Promise<Outcome<Listing<GatewayPayment>>>;
  /** The payment an authentic callback tells of, or why it cannot be taken in; null when it is not authentic. */
  readCallback(callback: IncomingCallback): GatewayPayment | RejectedEntry | null;
  /**
   * Reads a payment again that was put aside as it was sent.
   * @param form whether it was listed, or came in an authentic callback
   * @returns why it cannot be taken in, instead
   */
  readKept(text: string, form: 'listed' | 'callback'): GatewayPayment | string;
}
