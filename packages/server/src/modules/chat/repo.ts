import type { ChatContent } from '@krapao/contract/chat';
import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../../database/open.ts';
import { GUESTS_TURN } from '../../database/turns.ts';
import type { Room } from '../../kernel/lane-worker.ts';

/** Customer of a conversation. */
export interface Customer {
  /** Id of the conversation, part of its room's name. */
  conversationId: string;
  /** Undefined for a guest. */
  memberId: string | undefined;
  /** Address under which a guest's calls are counted. */
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

/** Lane of a delivery to the desk: guests, who may be many, never delay members. */
export type DeskLane = 'members' | 'guests';

/** A message to deliver to the desk. */
export interface DeskMessage {
  lane: DeskLane;
  message: StoredMessage;
  /** Number of deliveries, including this one. */
  attempts: number;
}

/** Result of an addition. */
export type AddedRow = { no: number } & (
  | { outcome: 'added'; seq: number; content: ChatContent; created_at: Date }
  | { outcome: 'known' }
  | { outcome: 'flood' }
);

/** A message to add. */
export interface Addition {
  customer: Customer;
  message: NewMessage;
  /** Messages per customer and minute, beyond which the outcome is 'flood'; undefined for no limit. */
  mostAMinute: number | undefined;
}

export async function readState(
  queries: Queries,
  conversationId: string,
): Promise<{ total: number; readSeq: number }> {
  const row = await queries
    .selectFrom('chat_conversation')
    .select(['last_seq', 'read_seq'])
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return { total: row?.last_seq ?? 0, readSeq: row?.read_seq ?? 0 };
}

/** Reads messages, newest first, from an offset. */
export async function listNewest(
  queries: Queries,
  conversationId: string,
  limit: number,
  skip: number,
): Promise<StoredMessage[]> {
  const rows = await select(queries)
    .where('conversation_id', '=', conversationId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map(toMessage);
}

/** Reads messages after a sequence number, oldest first. */
export async function listAfter(
  queries: Queries,
  conversationId: string,
  seq: number,
  limit: number,
): Promise<StoredMessage[]> {
  const rows = await select(queries)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(toMessage);
}

export async function markRead(queries: Queries, conversationId: string): Promise<void> {
  await queries
    .updateTable('chat_conversation')
    .set((eb) => ({ read_seq: eb.ref('last_seq') }))
    .where('id', '=', conversationId)
    .whereRef('read_seq', '<', 'last_seq')
    .execute();
}

export async function findCustomer(queries: Queries, conversationId: string): Promise<Customer | undefined> {
  const row = await queries
    .selectFrom('chat_conversation')
    .select('member_id')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return row && { conversationId, memberId: row.member_id ?? undefined };
}

/**
 * Claims the oldest undelivered message of each conversation, if it is due; longest due first. No other
 * process takes them during the lease.
 */
export async function claimForDesk(
  queries: Queries,
  rooms: readonly Room[],
  leaseMs: number,
): Promise<DeskMessage[]> {
  const { rows } = await sql<Row & { lane: DeskLane; attempts: number }>`
    with oldest as materialized (
      select distinct on (m.conversation_id) m.id, m.desk_next_at, m.created_at,
          case when c.member_id is null then 'guests' else 'members' end as lane
        from chat_message m join chat_conversation c on c.id = m.conversation_id
        where m.sender = 'customer' and m.handed_on_at is null
        order by m.conversation_id, m.seq
    ), due as materialized (
      select d.id, r.lane
        from unnest(${sql.val(rooms.map(({ lane }) => lane))}::text[],
          ${sql.val(rooms.map(({ room }) => room))}::int[]) as r (lane, room)
        cross join lateral (
          select o.id from oldest o where o.lane = r.lane and o.desk_next_at <= now()
            order by o.desk_next_at, o.created_at, o.id limit r.room
        ) d
    )
    update chat_message m
      set desk_attempts = desk_attempts + 1, desk_next_at = now() + ${leaseMs} * interval '1 millisecond'
      from due, chat_conversation c
      -- Another process may have been faster.
      where m.id = due.id and c.id = m.conversation_id and m.handed_on_at is null and m.desk_next_at <= now()
      returning m.*, c.member_id, due.lane, m.desk_attempts as attempts`.execute(queries);
  return rows.map((row) => ({ lane: row.lane, attempts: row.attempts, message: toMessage(row) }));
}

/** Returns whether a message was given to the desk, which has not confirmed it yet. */
export async function hasUnconfirmed(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom('chat_message')
    .select('id')
    .where('sender', '=', 'customer')
    .where('handed_on_at', 'is', null)
    .where('desk_attempts', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Schedules another delivery of a message to the desk. */
export async function postponeDelivery(queries: Queries, id: string, waitMs: number): Promise<void> {
  await queries
    .updateTable('chat_message')
    .set({ desk_next_at: sql<Date>`now() + ${waitMs} * interval '1 millisecond'` })
    .where('id', '=', id)
    .where('handed_on_at', 'is', null)
    .execute();
}

/**
 * Adds a message of a guest.
 * @param book runs in the same transaction after the insert; throws to roll it back
 */
export function addBookedMessage(
  database: Database,
  addition: Addition,
  book: (tx: Tx) => Promise<void>,
): Promise<AddedRow | undefined> {
  return database.transactionInTurn([GUESTS_TURN], async (tx) => {
    const { rows } = await addAll([addition]).execute(tx);
    if (rows[0]?.outcome === 'added') await book(tx);
    return rows[0];
  });
}

/** Adds messages by one statement. @returns one row per message, in the given order */
export async function addMessages(database: Database, additions: readonly Addition[]): Promise<AddedRow[]> {
  const rows = await database.prepared(addAll(additions));
  return rows.toSorted((a, b) => a.no - b.no);
}

/** Records that the desk has messages. */
export async function markHandedOn(queries: Queries, ids: readonly string[]): Promise<void> {
  // Not prepared: a plan cached while the table was small would scan the whole table later.
  await sql`update chat_message set handed_on_at = now() where id = any (${ids}::uuid[])`.execute(queries);
}

export async function findMessage(queries: Queries, id: string): Promise<StoredMessage> {
  const row = await select(queries).where('chat_message.id', '=', id).executeTakeFirstOrThrow();
  return toMessage(row);
}

/** Finds the content of a message; undefined when there is no such message. */
export async function findContent(queries: Queries, id: string): Promise<ChatContent | undefined> {
  const row = await queries
    .selectFrom('chat_message')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content as ChatContent | undefined;
}

/**
 * Adds messages in the order of conversations. All processes use this order, so they cannot deadlock.
 * @returns one numbered row per message
 */
const addAll = (additions: readonly Addition[]) => {
  const all = <V>(pick: (addition: Addition) => V) => sql.val(additions.map(pick));
  return sql<AddedRow>`select n.no::int, a.outcome, a.seq, a.content, a.created_at
    from (select * from unnest(
        ${all(({ customer }) => customer.conversationId)}::text[],
        ${all(({ customer }) => customer.memberId ?? null)}::text[],
        ${all(({ message }) => message.id)}::uuid[],
        ${all(({ message }) => message.sender)}::text[],
        ${all(({ message }) => JSON.stringify(message.content))}::text[],
        ${all(({ message }) => message.sessionId)}::text[],
        ${all(({ message }) => message.username)}::text[],
        ${all(({ message }) => message.name)}::text[],
        ${all(({ mostAMinute }) => mostAMinute ?? null)}::int[]
      ) with ordinality as u (conversation, member, id, sender, content, session, username, name, most, no)
      order by conversation, no) n,
    chat_add(n.conversation, n.member, n.id, n.sender, n.content::jsonb, n.session, n.username, n.name, n.most) a`;
};

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
