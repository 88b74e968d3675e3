import { tokenOf } from '../seed/fill.ts';
import { rawRequest } from './requests.ts';

/** Number of members for which the figures are required. */
export const MEMBERS = 2_000;

/**
 * @param of number of members in the database: the calling ones are spread over them all
 * @param after the next one of each, so many further: others call
 */
const ofEach = (of: number, request: (token: string) => string, after = 0): string[] =>
  Array.from({ length: MEMBERS }, (_, index) =>
    request(tokenOf(1 + Math.floor((index * of) / MEMBERS) + after)),
  );

/**
 * Returns one withdrawal of each member, without an idempotency key: each sending is a new withdrawal.
 * @param of members in the database; more than one run needs {@link ofRuns}
 */
export const withdrawals = (of = MEMBERS, run = 0): string[] =>
  ofEach(of, (token) => rawRequest('POST', '/api/wallet/withdraw', { token, body: { amount: 100 } }), run);

/** Members for so many runs of withdrawals, others in each: beyond a hundred in a day, a member has to give proof. */
export const ofRuns = (runs: number): number => MEMBERS * runs;

/** Returns one wallet request of each member. */
export const walletLooks = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('GET', '/api/wallet', { token }));

/** Returns the request for a page of one member's statement. */
export const statementPage = (member: number, page: number, limit = 10): string[] => [
  rawRequest('POST', '/api/statement', { token: tokenOf(member), body: { page, limit } }),
];
