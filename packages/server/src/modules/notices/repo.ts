import type { ChoiceKind, NoticeKind } from '@krapao/contract/notice-kinds';
import { sql } from 'kysely';
import type { Language } from '../../content/fields.ts';
import type { Queries } from '../../database/open.ts';
import { heldSession } from '../session/queries.ts';
import type { NoticeDetail } from './queries.ts';

export interface StoredNotice {
  id: string;
  kind: NoticeKind;
  detail: NoticeDetail;
  createdAt: Date;
  isRead: boolean;
}

export interface NoticePage {
  notices: StoredNotice[];
  total: number;
  unread: number;
}

/** A browser that asks for pushes. */
export interface NewBrowser {
  memberId: string;
  sessionId: bigint;
  endpointHash: Buffer;
  endpoint: string;
  /** The push service. */
  service: string;
  p256dh: string;
  auth: string;
  language: Language;
}

/** Reads a page, newest first, with the numbers of all and of unread notices. */
export async function readPage(
  queries: Queries,
  memberId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<NoticePage> {
  const { rows } = await sql<{
    notices: (Omit<StoredNotice, 'createdAt'> & { createdAt: string })[];
    total: number;
    unread: number;
  }>`
    select (select count(*)::int from notice where member_id = ${memberId}) as total,
      (select count(*)::int from notice where member_id = ${memberId} and read_at is null) as unread,
      (select coalesce(jsonb_agg(jsonb_build_object('id', n.id::text, 'kind', n.kind, 'detail', n.detail,
            'createdAt', n.created_at, 'isRead', n.read_at is not null) order by n.id desc), '[]')
        from (select * from notice where member_id = ${memberId} order by id desc limit ${limit} offset ${skip}) n
      ) as notices`.execute(queries);
  const [row] = rows;
  return {
    notices: (row?.notices ?? []).map((one) => ({ ...one, createdAt: new Date(one.createdAt) })),
    total: row?.total ?? 0,
    unread: row?.unread ?? 0,
  };
}

/** Marks a notice and all older ones as read. @returns how many are unread then */
export async function markRead(queries: Queries, memberId: string, upTo: bigint): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    with marked as (
      update notice set read_at = now() where member_id = ${memberId} and id <= ${upTo} and read_at is null
    )
    select count(*)::int as unread from notice
      where member_id = ${memberId} and id > ${upTo} and read_at is null`.execute(queries);
  return rows[0]?.unread ?? 0;
}

/** Returns the kinds that a member does not want to have pushed. */
export async function listOff(queries: Queries, memberId: string): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('notice_off')
    .select('kind')
    .where('member_id', '=', memberId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

export async function saveChoice(
  queries: Queries,
  memberId: string,
  { kind, isPushed }: { kind: ChoiceKind; isPushed: boolean },
): Promise<void> {
  if (isPushed) {
    await queries
      .deleteFrom('notice_off')
      .where('member_id', '=', memberId)
      .where('kind', '=', kind)
      .execute();
    return;
  }
  await queries
    .insertInto('notice_off')
    .values({ member_id: memberId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Keeps a browser for pushes until its session ends. Another member who used the same browser before gets no more there:
 * whoever has its keys has the browser.
 */
export async function saveBrowser(queries: Queries, browser: NewBrowser): Promise<void> {
  const { memberId, sessionId, endpointHash, endpoint, service, p256dh, auth, language } = browser;
  await sql`
    with former as (
      delete from push_browser
        where endpoint_hash = ${endpointHash} and member_id <> ${memberId} and p256dh = ${p256dh} and auth = ${auth}
    )
    insert into push_browser (member_id, endpoint_hash, session_id, endpoint, service, p256dh, auth, language)
      select s.member_id, ${endpointHash}, s.id, ${endpoint}, ${service}, ${p256dh}, ${auth}, ${language}
        from ${heldSession({ id: memberId, sessionId })} s
      on conflict (member_id, endpoint_hash) do update set session_id = excluded.session_id, service = excluded.service,
        p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, created_at = now()`.execute(
    queries,
  );
}

/** Forgets the oldest browsers of a member beyond a number. */
export async function forgetOldest(queries: Queries, memberId: string, most: number): Promise<void> {
  await sql`
    delete from push_browser where member_id = ${memberId} and endpoint_hash in (
      select endpoint_hash from push_browser where member_id = ${memberId}
        order by created_at desc, endpoint_hash offset ${most})`.execute(queries);
}

export async function forgetBrowser(queries: Queries, memberId: string, endpointHash: Buffer): Promise<void> {
  await queries
    .deleteFrom('push_browser')
    .where('member_id', '=', memberId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
}
