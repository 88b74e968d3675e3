import type { RawBuilder } from 'kysely';
import type { Member } from '../domain/member.ts';

/**
 * A query about the calling member, declared by a route as `reads`. The router runs it in the statement that
 * finds the session, which saves a round trip, and passes the row to the handler as `data`. When the session is
 * refused, the row is dropped unread.
 * @param memberId the member's id, an SQL expression
 * @returns a select of one row, or of none, which leaves all columns null. Columns of the session win over
 *   columns of the same name. One statement serves many callers.
 */
export type MemberQuery<D> = (memberId: RawBuilder<string>) => Promise<RawBuilder<D>>;

/** The member of a valid session, with the row of the route's query. */
export interface SignedIn<D = unknown> {
  member: Member;
  data: D;
}

/** Checks the session of a bearer token. Throws the AppError with the reason when it is refused. */
export type Authenticate<D = unknown> = (bearerToken: string) => Promise<SignedIn<D>>;

export interface Authenticator {
  authenticate: Authenticate;
  /** Returns an {@link Authenticate} that makes a query about the member in the same round trip. */
  authenticateWith<D extends object>(query: MemberQuery<D>): Authenticate<D>;
}
