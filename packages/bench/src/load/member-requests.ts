import { tokenOf } from '../seed/fill.ts';
import { rawRequest } from './requests.ts';

/** Number of members for which the figures are required. */
export const MEMBERS = 2_000;

/** @param of number of members in the database: the calling ones are spread over them all */
const ofEach = (of: number, request: (token: string) => string): string[] =>
  Array.from({ length: MEMBERS }, (_, index) => request(tokenOf(1 + Math.floor((index * of) / MEMBERS))));

/** Returns one withdrawal of each member, without an idempotency key: each sending is a new withdrawal. */
export const withdrawals = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('POST', '/api/wallet/withdraw', { token, body: { amount: 100 } }));

/** Returns one wallet request of each member. */
export const walletLooks = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('GET', '/api/wallet', { token }));

/** Returns the request for a page of one member's statement. */
export const statementPage = (member: number, page: number, limit = 10): string[] => [
  rawRequest('POST', '/api/statement', { token: tokenOf(member), body: { page, limit } }),
];
