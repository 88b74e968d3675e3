import { tokenOf } from '../seed/fill.ts';
import { rawRequest } from './requests.ts';

/** As many as the figures are asked for. */
export const MEMBERS = 2_000;

/** @param of how many members there are: the ones that call are spread over them all */
const ofEach = (of: number, request: (token: string) => string): string[] =>
  Array.from({ length: MEMBERS }, (_, index) => request(tokenOf(1 + Math.floor((index * of) / MEMBERS))));

/** One withdrawal of each member, without a key: each time it is sent it is another one. */
export const withdrawals = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('POST', '/api/wallet/withdraw', { token, body: { amount: 100 } }));

/** A look of each member at their wallet. */
export const walletLooks = (of = MEMBERS): string[] =>
  ofEach(of, (token) => rawRequest('GET', '/api/wallet', { token }));

/** A page of one member's statement. */
export const statementPage = (member: number, page: number, limit = 10): string[] => [
  rawRequest('POST', '/api/statement', { token: tokenOf(member), body: { page, limit } }),
];
