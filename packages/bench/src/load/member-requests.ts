import { tokenOf } from '../seed/fill.ts';
import { rawRequest } from './requests.ts';

/** Number of members for which the figures are required. */
export const MEMBERS = 2_000;

/**
 * @param of number of members in the database: the calling ones are spread over them all
 * @param shift how many members further each calling one is
 */
const ofEach = (of: number, request: (token: string) => string, shift = 0): string[] =>
  Array.from({ length: MEMBERS }, (_, index) =>
    request(tokenOf(1 + Math.floor((index * of) / MEMBERS) + shift)),
  );

/**
 * Returns one withdrawal of each member, without an idempotency key: each sending is a new withdrawal.
 * @param of number of members in the database; {@link ofRuns} where there is more than one run
 * @param run number of the run, from 0: each has members of its own
 */
export const withdrawals = (of = MEMBERS, run = 0): string[] =>
  ofEach(of, (token) => rawRequest('POST', '/api/wallet/withdraw', { token, body: { amount: 100 } }), run);

/** Number of members for so many runs of withdrawals: after a hundred in a day a member has to give proof. */
export const ofRuns = (runs: number): number => MEMBERS * runs;

/** Returns one wallet request of each member. */
export const walletLooks = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('GET', '/api/wallet', { token }));

/** Returns the request for a page of one member's statement. */
export const statementPage = (member: number, page: number, limit = 10): string[] => [
  rawRequest('POST', '/api/statement', { token: tokenOf(member), body: { page, limit } }),
];
