import { toDecimal, toMinor, ZERO } from '@krapao/contract/money';
import type { StaffItem } from '@krapao/contract/staff/client-types';
import { bangkokTime, type CsvCell } from '../../kernel/csv.ts';

const time = (at: string | null): string => (at === null ? '' : bangkokTime(new Date(at)));
const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value));

/** Cells of a member, in the order of the headings; the list has masked what its reader may not see. */
export const memberCells = (one: StaffItem<'GET /staff/api/members'>): CsvCell[] => [
  one.id,
  one.phone,
  one.name,
  one.bank.bankCode,
  one.bank.accountNo,
  one.bank.accountName,
  one.currency,
  one.isFrozen ? '1' : '0',
  one.stop ?? '',
  time(one.createdAt),
];

/** Cells of a payout. The amount is a plain decimal, as in the statement of players. */
export const payoutCells = (one: StaffItem<'GET /staff/api/payouts'>): CsvCell[] => [
  time(one.createdAt),
  one.id,
  one.member.id,
  one.member.phone,
  one.member.name,
  { figure: toDecimal(toMinor(one.amount) ?? ZERO) },
  one.currency,
  one.to.bankCode,
  one.to.accountNo,
  one.to.accountName,
  one.state,
  one.hits.map(({ rule }) => rule).join(' '),
  one.decidedBy,
  time(one.decidedAt),
  one.reason,
];

/** Cells of a recorded act. */
export const actCells = (one: StaffItem<'GET /staff/api/audit'>): CsvCell[] => [
  one.id,
  time(one.at),
  one.actor.name,
  one.actor.id ?? '',
  one.actor.roles.join(' '),
  one.address,
  one.requestId,
  one.action,
  one.subject,
  one.outcome,
  one.reason,
  json(one.before),
  json(one.after),
  one.approvalId ?? '',
  one.hash,
];
