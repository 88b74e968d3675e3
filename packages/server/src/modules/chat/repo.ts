import type { ChatContent } from '@krapao/contract/chat';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';

/** Whose conversation it is. */
export interface Customer {
  /** The id of the room. */
  conversationId: string;
  /** Undefined for a guest. */
  memberId: string | undefined;
  /** What a guest's calls are counted under. */
  address?: string;
}

export interface NewMessage {
  id: string;
  sender: 'customer' | 'operator';
  content: ChatContent;
  sessionId: string;
  username: string;
  name: string;
}

export interface StoredMessage extends NewMessage {
  conversationId: string;
  memberId: string | null;
  seq: number;
  createdAt: Date;
}

/** Conversations and their messages, as stored. */
export class ChatRepo {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Adds a message at the end of its conversation. One that is there already is answered as it stands.
   * @param allow is asked before anything new is added, with the conversation locked; throws to refuse
   * @returns `added` false: it was there, perhaps with other content or elsewhere
   */
  async add(
    customer: Customer,
    message: NewMessage,
    allow: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<{ added: boolean; stored: StoredMessage }> {
    return this.#database.transaction(async (tx) => {
      await tx
        .insertInto('chat_conversation')
        .values({ id: customer.conversationId, member_id: customer.memberId ?? null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Held until the message is in: the order of numbers is the order of commits.
      const { last_seq: last } = await tx
        .selectFrom('chat_conversation')
        .select('last_seq')
        .where('id', '=', customer.conversationId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const known = await this.#find(tx, message.id);
      if (known) return { added: false, stored: known };
      await allow(tx);
      const inserted = await tx
        .insertInto('chat_message')
        .values({
          id: message.id,
          conversation_id: customer.conversationId,
          seq: last + 1,
          sender: message.sender,
          content: JSON.stringify(message.content),
          session_id: message.sessionId,
          username: message.username,
          name: message.name,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted) {
        await tx
          .updateTable('chat_conversation')
          .set({ last_seq: last + 1 })
          .where('id', '=', customer.conversationId)
          .execute();
      }
      const stored = await this.#find(tx, message.id);
      if (!stored) throw new Error(`chat message ${message.id} vanished`);
      return { added: inserted !== undefined, stored };
    });
  }

  /** Whether the customer's last so many messages are all of the last minute; asked with the conversation locked. */
  async isFlood(tx: Tx, conversationId: string, count: number): Promise<boolean> {
    const row = await tx
      .selectFrom('chat_message')
      .select(sql<boolean>`created_at > now() - interval '1 minute'`.as('isRecent'))
      .where('conversation_id', '=', conversationId)
      .where('sender', '=', 'customer')
      .orderBy('seq', 'desc')
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.isRecent ?? false;
  }

  async state(conversationId: string): Promise<{ total: number; readSeq: number }> {
    const row = await this.#database.queries
      .selectFrom('chat_conversation')
      .select(['last_seq', 'read_seq'])
      .where('id', '=', conversationId)
      .executeTakeFirst();
    return { total: row?.last_seq ?? 0, readSeq: row?.read_seq ?? 0 };
  }

  /** Newest first, leaving out so many. */
  async newest(conversationId: string, limit: number, skip: number): Promise<StoredMessage[]> {
    const rows = await select(this.#database.queries)
      .where('conversation_id', '=', conversationId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .offset(skip)
      .execute();
    return rows.map(toMessage);
  }

  /** Those after a number, oldest first. */
  async after(conversationId: string, seq: number, limit: number): Promise<StoredMessage[]> {
    const rows = await select(this.#database.queries)
      .where('conversation_id', '=', conversationId)
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(toMessage);
  }

  async markRead(conversationId: string): Promise<void> {
    await this.#database.queries
      .updateTable('chat_conversation')
      .set((eb) => ({ read_seq: eb.ref('last_seq') }))
      .where('id', '=', conversationId)
      .whereRef('read_seq', '<', 'last_seq')
      .execute();
  }

  async findCustomer(conversationId: string): Promise<Customer | undefined> {
    const row = await this.#database.queries
      .selectFrom('chat_conversation')
      .select('member_id')
      .where('id', '=', conversationId)
      .executeTakeFirst();
    return row && { conversationId, memberId: row.member_id ?? undefined };
  }

  /**
   * The oldest message of each conversation that the desk has not been told of: members' first, then those that
   * wait the longest, so that a flood of strangers keeps no member waiting.
   */
  async waitingForDesk(limit: number): Promise<StoredMessage[]> {
    const rows = await this.#database.queries
      .selectFrom(
        select(this.#database.queries)
          .distinctOn('conversation_id')
          .where('sender', '=', 'customer')
          .where('handed_on_at', 'is', null)
          .orderBy('conversation_id')
          .orderBy('seq')
          .as('oldest'),
      )
      .selectAll()
      .orderBy((eb) => eb('member_id', 'is', null))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toMessage);
  }

  async handedOn(id: string): Promise<void> {
    await this.#database.queries
      .updateTable('chat_message')
      .set({ handed_on_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  }

  async #find(tx: Queries, id: string): Promise<StoredMessage | undefined> {
    const row = await select(tx).where('chat_message.id', '=', id).executeTakeFirst();
    return row && toMessage(row);
  }
}

const select = (queries: Queries) =>
  queries
    .selectFrom('chat_message')
    .innerJoin('chat_conversation', 'chat_conversation.id', 'chat_message.conversation_id')
    .select([
      'chat_message.id',
      'chat_message.conversation_id',
      'chat_conversation.member_id',
      'seq',
      'sender',
      'content',
      'session_id',
      'username',
      'name',
      'chat_message.created_at',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toMessage = (row: Row): StoredMessage => ({
  id: row.id,
  conversationId: row.conversation_id,
  memberId: row.member_id,
  seq: row.seq,
  sender: row.sender as StoredMessage['sender'],
  content: row.content as ChatContent,
  sessionId: row.session_id,
  username: row.username,
  name: row.name,
  createdAt: row.created_at,
});
