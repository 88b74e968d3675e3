/** Records of callbacks, and of the addresses that services send theirs to. */
import type { PaymentService } from './payment-services.ts';

export type CallbackPort =
  | 'gateway'
  | 'gateway:payonex'
  | 'gateway:scb'
  | 'gateway:opn'
  | 'gateway:stripe'
  | 'bank'
  | 'bank:payonex'
  | 'bank:opn'
  | 'desk'
  | 'desk:chatwoot'
  | 'desk:line'
  | 'ewallet:truemoney';

/**
 * How a callback is signed; left out: as the house's protocol signs. `rotated` is signed with two secrets: the one in
 * use and the one before it.
 */
export type CallbackSigner =
  | 'none'
  | 'chatwoot'
  | 'line'
  | 'opn'
  | 'opn-rotated'
  | 'stripe'
  | 'stripe-rotated';

export interface AcceptedBy {
  readonly field: string;
  readonly value: string;
}

/** A callback not yet accepted by its receiver. */
export interface CallbackRecord {
  readonly id: string;
  readonly port: CallbackPort;
  readonly url: string;
  /** The exact text to send, identical for every try. */
  readonly body: string;
  readonly attempts: number;
  readonly dueAt: number;
  /** Callbacks of one lane are sent one after another, in creation order. */
  readonly lane?: string;
  readonly signedBy?: CallbackSigner;
  /** Left out: as often as the house's protocol. */
  readonly maxAttempts?: number;
  /** What an accepting answer says in its JSON; left out: an answer with a 2xx status accepts. */
  readonly acceptedBy?: AcceptedBy;
}

export type WebhookService = 'truemoney' | 'chatwoot' | 'line' | PaymentService;

/** The address of a service's webhook, as the operator entered it at the service. */
export interface WebhookRecord {
  readonly service: WebhookService;
  readonly url: string;
  readonly signed: boolean;
  /** The secret is being changed: callbacks are signed with the old one too. */
  readonly rotating?: boolean;
}
