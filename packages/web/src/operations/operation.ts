import type { Minor } from '@krapao/contract/money';
import type { RouteKey, Routes } from '@krapao/contract/routes';
import { ApiError } from '../lib/api-error.ts';
import type { PlainKey } from '../lib/i18n/i18n.ts';
import type { ModalName } from '../lib/modal-store.ts';
import type { Look } from './look.ts';

/** How an operation went, by an answer of the server. */
export type Resolution = (
  | {
      kind: 'done';
      /** Named to the player, such as a prize. */
      detail?: string | undefined;
    }
  /** Accepted, and still in progress. */
  | { kind: 'pending' }
  /** Nothing moved; `error` is a caught error or a text. */
  | { kind: 'refused'; error: unknown }
) & {
  /** Id in the statement of the movement that it ended, so that the player is told of it once. */
  ended?: string | undefined;
};

/**
 * A money operation: all that the sender, the recovery of lost answers, the alerts and the reloads know of it.
 * `Content` identifies an intent and is stored on the device. `Input` is sent and not stored.
 */
export interface Operation<Content = unknown, Reply = unknown, Input = unknown> {
  /** Name of its intents, which are stored on devices: it does not change. */
  readonly name: string;
  /** Routes that its request may call. */
  readonly routes: readonly RouteKey[];
  readonly title: PlainKey;
  /** Text for an unknown outcome, where an alert tells it. */
  readonly unknown?: PlainKey;
  /** Modals that would repeat it if they stayed open once it is done. */
  readonly closes: readonly ModalName[];
  /** Routes whose data it changes. */
  readonly refreshes: readonly RouteKey[];
  /** The server answers a repeated request with the first result, so that asking again tells a lost answer. */
  readonly isRepeatable: boolean;
  /** The server does it at most once, even for another intent: the player may always try again. */
  readonly isOnce: boolean;
  /** Its result is visible on the screen, so a toast tells a late one. */
  readonly isQuiet?: boolean;
  request(content: Content, key: string, input: Input): Promise<Reply>;
  read(reply: NoInfer<Reply>, content: NoInfer<Content>): Resolution;
  /** Looks for its traces at the server. Undefined without one, which decides nothing: it may still arrive. */
  trace(content: NoInfer<Content>, look: Look): Promise<Resolution | undefined>;
  amountOf?(content: NoInfer<Content>): Minor | null;
  /** Returns the player's text for a late success, where it is not the title and "is done". */
  doneText?(detail: string | undefined): string;
  /** Returns the player's text for a refusal, where the general text of its code would be wrong. */
  refusal?(code: string, content: NoInfer<Content>): string | undefined;
}

/**
 * Codes with which a call to some routes may be refused: those that the contract declares, bad input, and a movement
 * that failed at once (`readMovement`).
 */
type RefusalCode<Called extends RouteKey> =
  | Routes[Called]['errors'][number]
  | 'KEY_INVALID'
  | 'TRANSFER_FAIL';

/** Definition of an operation: its own texts of refusals are for {@link RefusalCode}. */
type Definition<Called extends RouteKey, Content, Reply, Input> = Omit<
  Operation<Content, Reply, Input>,
  'routes' | 'isRepeatable' | 'refusal'
> & {
  readonly routes: readonly Called[];
  /** A reloaded page no longer has an input. */
  readonly isRepeatable: undefined extends Input ? boolean : false;
  refusal?(code: RefusalCode<Called>, content: NoInfer<Content>): string | undefined;
};

/** Types the definition of an operation. */
export function defineOperation<Called extends RouteKey, Content, Reply, Input = undefined>(
  definition: Definition<Called, Content, Reply, Input>,
): Operation<Content, Reply, Input> {
  return definition;
}

/** Returns what to tell the player of a refusal: the operation's own text, or the error itself. */
export function reasonOf<Content>(
  { refusal }: Pick<Operation<Content>, 'refusal'>,
  error: unknown,
  content: Content,
): unknown {
  return (error instanceof ApiError ? refusal?.(error.code, content) : undefined) ?? error;
}
