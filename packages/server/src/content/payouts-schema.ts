import { z } from 'zod';
import { amount } from './fields.ts';

/** A rule that a payout hits from an amount on. A strong hit needs two people. */
const rule = { above: amount, strong: z.boolean().default(false) };

const limits = z.strictObject({
  /** Largest payout that goes to the bank without a person; missing: all do. */
  automaticTo: amount.optional(),
  /** Largest payout that one person approves; missing: any. */
  oneTo: amount.optional(),
  /** Largest deposit that one person assigns to a member. */
  suspenseTo: amount,
  /** Adjustments of a wallet from here on are decided by an owner. */
  ownerFrom: amount,
  rules: z
    .strictObject({
      /** The bank account or its holder's name was changed in the last hours. */
      accountChanged: z.strictObject({ ...rule, withinHours: z.int().min(1).max(720) }).optional(),
      /**
       * The password was changed or reset, or staff removed the member's passkeys and authenticator app, in the last
       * hours; 0: never. Without the line, any payout of a day.
       */
      accessChanged: z
        .strictObject({ ...rule, withinHours: z.int().min(0).max(720) })
        .prefault({ above: 0, withinHours: 24 }),
      /** The member's first payout. */
      firstPayout: z.strictObject(rule).optional(),
    })
    .prefault({}),
});

/**
 * Decisions that need one person, or two. Without the file every payout is automatic but those after a change of who
 * can use the account, and two people assign deposits.
 */
export const payoutsSchema = z
  .strictObject({ BAHT: limits, LAK: limits })
  .prefault({ BAHT: { suspenseTo: 0, ownerFrom: 0 }, LAK: { suspenseTo: 0, ownerFrom: 0 } });

/** The rules of one currency. */
export type PayoutLimits = z.output<typeof limits>;
