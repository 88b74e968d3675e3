import { z } from 'zod';
import { amount, currency, requiredText, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';
import { reason } from './approvals.ts';
import { done, list, memberRef, pageId, waits } from './fields.ts';
import { defineStaffArea } from './route.ts';

const byId = z.object({ id: z.uuid() });

/**
 * Types of entries in a bank's statement that are no payment of a customer. `bank_return`: money of ours that came back.
 * `bank_entry`: of the bank's other business, such as foreign exchange and securities.
 */
export const NO_PAYMENTS = [
  'bank_return',
  'bank_charge',
  'bank_interest',
  'own_transfer',
  'bank_entry',
] as const;
export type NoPayment = (typeof NO_PAYMENTS)[number];

/** Returns whether a reason of a deposit in suspense is such a type. */
export const isNoPayment = (why: unknown): why is NoPayment =>
  NO_PAYMENTS.some((noPayment) => noPayment === why);

/**
 * Why a deposit waits in suspense. `maybe_slip`: a slip may have credited it already. `maybe_repeat`: the bank may have
 * told of it before. `maybe_return`: it may be a payout that came back.
 */
export const SUSPENSE_WHYS = [
  'no_order',
  'no_member',
  'ambiguous',
  'hidden_account',
  'name_mismatch',
  'unknown_destination',
  'below_minimum',
  'paid_by_qr',
  'maybe_slip',
  'maybe_repeat',
  'maybe_return',
  ...NO_PAYMENTS,
] as const;
export type SuspenseWhy = (typeof SUSPENSE_WHYS)[number];

/** A source's report of a bank transfer. Staff who see members masked see no sender and no text. */
export const transferReport = z.object({
  source: z.enum(['feed', 'file', 'slip']),
  /** Day of booking; of the transfer where the source is no file. */
  day: z.iso.date(),
  /** Day of value, where the source is a file. */
  valueDay: z.iso.date().nullable(),
  /** When it was; null where the day alone is told. */
  at: timestamp.nullable(),
  /** The bank's reference; empty where it has none. */
  reference: z.string(),
  sender: z.string(),
  text: z.string(),
  /** Kind of an entry that no customer paid, by its type; null for a payment. */
  noPayment: z.enum(NO_PAYMENTS).nullable(),
});

/** A deposit that may be the same money as one in suspense. */
const otherSide = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  source: z.string(),
  clues: z.record(z.string(), z.string()),
  reports: z.array(transferReport),
  /** The member who has the money; null while it belongs to none. */
  member: memberRef.nullable(),
  /** It waits in suspense, too. */
  isOpen: z.boolean(),
  /** The two can be ended as the same money: no source tells of both. */
  canBeSame: z.boolean(),
});

/** A payout that money may be the return of. */
export const returnedPayout = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  amount,
  currency,
  /**
   * `given_back`: the member has its money again, so its return is no deposit. `came_back`: another deposit is its return.
   */
  state: z.enum(['under_way', 'paid', 'given_back', 'came_back']),
  member: memberRef,
});

/** A deposit without a member. */
export const suspended = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  amount,
  currency,
  /** Where it came from, such as `SCB`. */
  source: z.string(),
  /** Why it matched no member. */
  why: z.string(),
  /** The counterparty's fields, by name. */
  clues: z.record(z.string(), z.string()),
  /** Reports of it by sources; none where it did not come to a bank account. */
  reports: z.array(transferReport),
  /** The deposit that may be the same money, if there is one. */
  other: otherSide.nullable(),
  /** The payout that it may be the return of, if there is one. */
  payout: returnedPayout.nullable(),
  /** The open proposal about it, if there is one. */
  approvalId: z.uuid().nullable(),
});

/**
 * Ends of a deposit that no member gets: the money was sent back to its sender, the operator keeps it, it is the same
 * money as the deposit beside it, or a payout that came back after its member had the money again.
 */
export const SUSPENSE_ENDS = ['returned', 'kept', 'same', 'payout'] as const;
export type SuspenseEnd = (typeof SUSPENSE_ENDS)[number];

/** A gift link whose end is not known. */
export const staffGift = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  phone: z.string(),
  wallet: z.string(),
  reason: z.string(),
});

/** Largest statement file that staff upload, in bytes; larger ones are read from the folder. */
export const STATEMENT_MAX_BYTES = 8 * 1_024 * 1_024;

/**
 * What became of a statement file that staff gave, unless it waits for a second person. `known`: the same file was read
 * before. `unreadable`: nothing of it is taken.
 */
export const statementRead = z.object({
  outcome: z.enum(['known', 'unreadable']),
  /** Number of transfers that were credited to members or suspense before. */
  taken: z.number().int(),
  /** Number of entries that staff must look at. */
  aside: z.number().int(),
  /** Why it cannot be read; empty otherwise. */
  why: z.string(),
});

/** States of a statement file. `approved`: it is about to be booked. `expired`: no second person decided within a day. */
export const STATEMENT_STATES = ['waiting', 'approved', 'booked', 'refused', 'expired'] as const;

/** A statement file that staff gave, or that was read from the folder. */
export const statementFile = z.object({
  id: z.uuid(),
  createdAt: timestamp,
  name: z.string(),
  format: z.enum(['MT940', 'CAMT.053']),
  /** Number of its booked credits. */
  entries: z.number().int(),
  /** Their sums. */
  sums: z.array(z.object({ amount, currency })),
  /** The person who gave it; null for a file of the folder. */
  maker: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  state: z.enum(STATEMENT_STATES),
  /** Number of transfers that were credited to members or suspense, now or before. */
  taken: z.number().int(),
  /** Number of entries that staff must look at. */
  aside: z.number().int(),
  /** The open proposal about it, if there is one. */
  approvalId: z.uuid().nullable(),
});

/** Incoming money that waits for a person. */
export const staffIncoming = defineStaffArea({
  'GET /staff/api/suspense': {
    method: 'GET',
    path: '/staff/api/suspense',
    permission: 'suspense.read',
    summary: 'Deposits without a member, oldest first',
    query: z.object({ after: pageId.optional() }),
    response: list(suspended),
    errors: [],
  },
  'POST /staff/api/suspense/:id/assign': {
    method: 'POST',
    path: '/staff/api/suspense/:id/assign',
    permission: 'suspense.act',
    summary: 'Credit a deposit to a member; above the limit a second person decides',
    params: byId,
    body: z.object({ memberId: requiredText(TEXT_MAX.code), reason }),
    response: done,
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'POST /staff/api/suspense/:id/close': {
    method: 'POST',
    path: '/staff/api/suspense/:id/close',
    permission: 'suspense.act',
    summary:
      'Record that a deposit was sent back, is kept, is another one told of again or a payout that came back; above the limit two people decide',
    params: byId,
    body: z.object({ end: z.enum(SUSPENSE_ENDS), reason }),
    response: done,
    waits,
    errors: ['NO_DATA', 'NOT_POSSIBLE', 'ALREADY_PROPOSED'],
  },
  'GET /staff/api/statements': {
    method: 'GET',
    path: '/staff/api/statements',
    permission: 'suspense.read',
    summary: 'Statement files of banks, newest first',
    query: z.object({ after: pageId.optional() }),
    response: list(statementFile),
    errors: [],
  },
  'POST /staff/api/statements': {
    method: 'POST',
    path: '/staff/api/statements',
    permission: 'suspense.act',
    summary: 'Give a statement file of a bank, MT940 or CAMT.053; a second person has it booked, once',
    body: z.object({
      name: requiredText(TEXT_MAX.name),
      /** Its bytes. */
      content: z.base64().min(1),
      reason,
    }),
    maxBytes: Math.ceil((STATEMENT_MAX_BYTES * 4) / 3) + 1_024,
    response: statementRead,
    waits,
    errors: ['ALREADY_PROPOSED'],
  },
  'GET /staff/api/gifts': {
    method: 'GET',
    path: '/staff/api/gifts',
    permission: 'suspense.read',
    summary: 'Gift links whose end is not known, oldest first',
    query: z.object({ after: pageId.optional() }),
    response: list(staffGift),
    errors: [],
  },
  'POST /staff/api/gifts/:id/close': {
    method: 'POST',
    path: '/staff/api/gifts/:id/close',
    permission: 'suspense.act',
    summary: 'Close a gift link that gave nothing',
    params: byId,
    body: z.object({ reason }),
    response: done,
    errors: ['NO_DATA'],
  },
});
