import type { Database, Tx } from '../../database/open.ts';
import { isolateFailures } from '../../database/isolate-failures.ts';
import { Batcher } from '../../kernel/batcher.ts';
import {
  addBookedMessage,
  addMessages,
  findMessage,
  markHandedOn,
  type AddedRow,
  type Addition,
  type Customer,
  type NewMessage,
  type StoredMessage,
} from './repo.ts';

export interface AddRules {
  mostAMinute?: number;
  book?: ((tx: Tx) => Promise<void>) | undefined;
}

export type Added = { outcome: 'added' | 'known'; stored: StoredMessage } | { outcome: 'flood' };

const MOST_ADDED_AT_ONCE = 50;
const MOST_HANDED_ON_AT_ONCE = 100;

/** Writes messages in batches: calls during a running statement are batched into the next one. */
export class MessageWriter {
  readonly #database: Database;
  readonly #additions = new Batcher<Addition, AddedRow>(
    isolateFailures((additions) => addMessages(this.#database, additions)),
    MOST_ADDED_AT_ONCE,
  );
  readonly #handedOn = new Batcher<string, void>(async (ids) => {
    await markHandedOn(this.#database.queries, ids);
    return ids.map(() => undefined);
  }, MOST_HANDED_ON_AT_ONCE);

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Adds a message at the end of its conversation. If the id exists already, perhaps with other content or in
   * another conversation, the stored message is unchanged and the outcome is 'known'.
   * @param mostAMinute messages per customer and minute, beyond which the outcome is 'flood'; no limit by
   *   default
   * @param book runs in the same transaction after the insert; throws to roll it back
   */
  async add(customer: Customer, message: NewMessage, { mostAMinute, book }: AddRules = {}): Promise<Added> {
    const addition = { customer, message, mostAMinute };
    const row = book ? await addBookedMessage(this.#database, addition, book) : await this.#addOne(addition);
    if (!row) throw new Error(`nothing became of chat message ${message.id}`);
    if (row.outcome === 'flood') return { outcome: 'flood' };
    if (row.outcome === 'known') {
      return { outcome: 'known', stored: await findMessage(this.#database.queries, message.id) };
    }
    const { seq, content, created_at: createdAt } = row;
    const { conversationId, memberId = null } = customer;
    return { outcome: 'added', stored: { ...message, conversationId, memberId, seq, content, createdAt } };
  }

  /** Records that the desk has a message. */
  handedOn(id: string): Promise<void> {
    return this.#handedOn.submit(id);
  }

  /** Batches members' messages only. Guest inserts never delay members'. */
  async #addOne(addition: Addition): Promise<AddedRow | undefined> {
    if (addition.customer.memberId !== undefined) return this.#additions.submit(addition);
    return (await addMessages(this.#database, [addition]))[0];
  }
}
