import type { RawBuilder } from 'kysely';
import type { Member } from '../domain/member.ts';
import type { AccountId } from '../ledger/types.ts';

/** SQL expressions of a calling member's columns that the statement has read with the session. */
export interface CallerColumns {
  id: RawBuilder<string>;
  walletAccount: RawBuilder<AccountId>;
  /** The member's row of `memberProtection`, whose columns are null without one. */
  protection: RawBuilder<unknown>;
}

/**
 * A query about the calling member, declared by a route as `reads`. The router runs it in the statement that
 * finds the session, which saves a round trip, and passes the row to the handler as `data`. When the session is
 * refused, the row is dropped unread.
 * @param caller columns of the member: reading them again would cost as much as the query saves
 * @returns a select of one row, or of none, which leaves all columns null. Columns of the session win over
 *   columns of the same name. One statement serves many callers.
 */
export type MemberQuery<D> = (caller: CallerColumns) => Promise<RawBuilder<D>>;

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
