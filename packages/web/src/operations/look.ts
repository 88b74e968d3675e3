import type { IntentCall } from '@krapao/contract/intent-id';
import type { ResponseBody } from '@krapao/contract/routes';

export type Receipt = ResponseBody<'GET /api/statement/item/:transferId'>;
type StatementItem = ResponseBody<'POST /api/statement'>['statements'][number];

/**
 * Looks for the traces of one intent at the server. The recovery hands it to an operation: a feature that sends
 * one need not load the code.
 */
export interface Look {
  /**
   * Returns the id of what the intent's request has made, if it arrived.
   * @param ownKey key of the request, where it is not the intent's
   */
  idFor(intentCall: IntentCall, ownKey?: string): Promise<string>;
  /** Looks up the movement that the intent's request has made. */
  receiptFor(intentCall: IntentCall): Promise<Receipt | undefined>;
  /** Looks up a movement of the statement by its id. */
  receiptOf(transferId: string): Promise<Receipt | undefined>;
  /** Resolves a look-up; undefined where the server has no such thing. */
  found<Reply>(looking: Promise<Reply>): Promise<Reply | undefined>;
  /** True for something created since the intent was first sent. */
  isSince(item: { createdAt: string }): boolean;
  /** Finds the newest movement since the intent was first sent, where its key determines no id. */
  movementSince(isIt: (item: StatementItem) => boolean): Promise<StatementItem | undefined>;
}
