import { v5 } from 'uuid';

/** Calls whose Idempotency-Key determines the id of what they make. */
export type IntentCall =
  | 'withdraw'
  | 'withdrawAll'
  | 'transfer'
  | 'transferAll'
  | 'collect'
  | 'slip'
  | 'spin'
  | 'claim'
  | 'heldWithdraw'
  | 'heldRelease';

/** Namespace of the ids that are derived from what caused them. */
export const ID_NAMESPACE = '6f1d5c52-6c0a-4f51-9a53-0b1f6f0b7c11';

/**
 * Returns the id of what a request with an Idempotency-Key makes: the transfer, slip or draw, under which a
 * client looks it up when the answer was lost. The same key of another member or call gives another id.
 */
export const idOfIntent = (memberId: string, call: IntentCall, key: string): string =>
  v5(JSON.stringify(['intent', memberId, call, key]), ID_NAMESPACE);
