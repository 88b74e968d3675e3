import { z } from 'zod';
import { amount, currency, requiredText, timestamp } from '../fields.ts';
import { TEXT_MAX } from '../limits.ts';

/** A bank account, masked for staff who may not see it whole. */
export const bankAccount = z.object({ bankCode: z.string(), accountNo: z.string(), accountName: z.string() });

/** A member as lists of staff name them. The phone is masked for staff who may not see it whole. */
export const memberRef = z.object({ id: z.string(), phone: z.string(), name: z.string() });

/** An amount with its currency. Amounts of several currencies are never added up. */
export const money = z.object({ currency, amount });

/** A staff member as lists name them. */
export const person = z.object({ id: z.uuid(), name: z.string() });

/** Count, sums and oldest entry of a queue. */
export const queue = z.object({
  count: z.int(),
  sums: z.array(money),
  oldestAt: timestamp.nullable(),
});

/** Key of a list's next page, as the page before gave it. */
export const pageKey = z
  .string()
  .max(100)
  .regex(/^[\w.:-]+$/);

/** The same of lists whose rows have such ids. */
export const pageId = z.uuid();

/** A page of a list, and the key of the next one. */
export const list = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

/** Reply of an action that waits for a second person. */
export const waits = z.object({ approvalId: z.uuid() });

/** Reply of an action that tells no more than that it is done. */
export const done = z.object({ status: z.literal(true) });

/** A member, by id in the path of a call. */
export const memberId = z.object({ id: requiredText(TEXT_MAX.code) });
