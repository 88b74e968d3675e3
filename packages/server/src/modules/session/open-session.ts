import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { hashToken } from '../../kernel/secrets.ts';
import { admissibleMember, type LoggingIn } from '../account/queries.ts';

const USER_AGENT_MAX = 300;

/** A log-in that was admitted. */
export interface Opening {
  member: LoggingIn;
  /** The member proved more than the password. */
  isProven: boolean;
  /** Stored form of the browser. */
  deviceHash: Buffer;
  /** User agent; empty when there is none. */
  userAgent: string;
  token: string;
  now: Date;
  expiresAt: Date;
}

export interface Opened {
  sessionId: bigint;
  username: string;
  /** The member has not logged in with this browser before, and it is not the first one. */
  isUnseen: boolean;
}

/**
 * Opens a session and keeps its browser, in one statement, and tells the member of another browser. It is new to the
 * member unless it is trusted, the log-in proved more than the password, or it is the first one. On a browser that is
 * not new, the password is proof for a member without factors.
 *
 * The check of a password takes time. One that was changed meanwhile, or is being changed, opens no session, and an
 * authenticator app that was set up meanwhile is asked for. `authenticated_at` and `password_changed_at` both use the
 * database's clock, since they are compared.
 * @returns undefined when the member may not log in
 */
export async function openSession(queries: Queries, opening: Opening): Promise<Opened | undefined> {
  const { member, isProven, now, deviceHash } = opening;
  const userAgent = opening.userAgent.slice(0, USER_AGENT_MAX);
  const at = sql`${now}::timestamptz`;
  const device = sql`${deviceHash}::bytea`;
  const { rows } = await sql<Opened>`
    with who as materialized (${admissibleMember(member, isProven)}),
    first as (
      delete from awaited_login where member_id in (select id from who) returning member_id
    ), seen as (
      select from member_device where member_id = ${member.id} and device_hash = ${device}
    ), device as (
      insert into member_device as d (member_id, device_hash, last_login_at, is_trusted)
        select id, ${device}, ${at}, ${isProven}::boolean or exists (select from first) from who
        on conflict (member_id, device_hash) do update
          set last_login_at = excluded.last_login_at, is_trusted = d.is_trusted or excluded.is_trusted
        returning is_trusted
    ), opened as (
      insert into session (token_hash, member_id, user_agent, expires_at, device_hash, is_new_device, proved_at)
        select ${hashToken(opening.token)}::bytea, who.id, ${userAgent}::text,
            ${opening.expiresAt}::timestamptz, ${device}, not device.is_trusted,
            case when ${isProven}::boolean or (device.is_trusted and not who.has_factor) then ${at} end
          from who, device
        returning id
    )
    select opened.id as "sessionId", who.username, is_unseen as "isUnseen",
        case when is_unseen then add_notice(who.id, 'device', opened.id::text,
          jsonb_build_object('userAgent', ${userAgent}::text)) end as told
      from who, opened,
        lateral (select not exists (select from seen) and not exists (select from first) as is_unseen) unseen`.execute(
    queries,
  );
  return rows[0];
}
