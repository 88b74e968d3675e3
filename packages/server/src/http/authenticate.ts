import type { Member } from '../domain/member.ts';

/** Returns the member of a bearer token, or throws the AppError with the reason. */
export type Authenticate<M extends Member = Member> = (bearerToken: string) => Promise<M>;
