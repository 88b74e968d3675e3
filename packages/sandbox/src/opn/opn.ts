import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Webhooks } from '../services/webhooks.ts';
import type { Store } from '../store/store.ts';
import { OpnCharges } from './charges.ts';
import { OpnEvents } from './events.ts';
import { OpnTransfers } from './transfers.ts';

/** Creates the two sides of Opn, which share its webhook. */
export function createOpn(parts: {
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly callbacks: Callbacks;
  readonly now: () => number;
  /** Address of the sandbox for people, without a trailing slash. */
  readonly publicUrl: () => string;
}): { readonly charges: OpnCharges; readonly transfers: OpnTransfers } {
  const events = new OpnEvents(parts);
  return { charges: new OpnCharges({ ...parts, events }), transfers: new OpnTransfers({ ...parts, events }) };
}
