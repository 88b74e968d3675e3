/** Opn's webhook: one event for each change, signed with the account's secret (B). */
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { Change } from '../store/store.ts';
import { freshId, isoOf } from './fields.ts';

export type EventKey =
  | 'charge.create'
  | 'charge.complete'
  | 'charge.expire'
  | 'transfer.create'
  | 'transfer.send'
  | 'transfer.pay'
  | 'transfer.fail';

export class OpnEvents {
  readonly #webhooks: Webhooks;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;

  constructor(parts: { webhooks: Webhooks; callbacks: Callbacks; now: () => number }) {
    this.#webhooks = parts.webhooks;
    this.#callbacks = parts.callbacks;
    this.#now = parts.now;
  }

  /** Returns the changes that tell of an object; none where the operator gave no address. */
  prepare(key: EventKey, data: object): Change[] {
    const webhook = this.#webhooks.get('opn');
    if (!webhook) return [];
    const id = freshId('evnt');
    return this.#callbacks.prepareSigned({
      port: key.startsWith('charge') ? 'gateway:opn' : 'bank:opn',
      url: webhook.url,
      body: {
        object: 'event',
        id,
        livemode: false,
        location: `/events/${id}`,
        key,
        data,
        webhook_deliveries: [],
        created_at: isoOf(this.#now()),
      },
      signedBy: webhook.signed ? (webhook.rotating ? 'opn-rotated' : 'opn') : 'none',
    });
  }

  wake(changes: readonly Change[]): void {
    this.#callbacks.wake(changes);
  }
}
