import type { Queries, Tx } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';

const CODE_LIFETIME_MS = 5 * MINUTE_MS;
/** Attempts that a code allows. */
export const MOST_ATTEMPTS = 5;

/** Purpose of a code. A code for one purpose does not prove another. */
export type OtpPurpose = 'register' | 'password';

/** A code as it is stored. */
export interface StoredOtp {
  tokenHash: Buffer;
  phone: string;
  purpose: OtpPurpose;
  ref: string;
  codeHash: Buffer;
  /** The browser that may answer the code, where the code belongs to one. */
  browser?: { device_hash: Buffer | null; address_hash: Buffer };
}

/**
 * Stores a code for five minutes. The caller holds the phone's turn.
 * @param limits `mostInDay`: codes that the phone gets in 24 hours for all purposes together
 * @throws AppError REQUEST_LIMIT_1MIN within a minute of the last one for that purpose; REQUEST_LIMIT
 */
export async function addOtp(
  tx: Tx,
  { tokenHash, phone, purpose, ref, codeHash, browser }: StoredOtp,
  { now, mostInDay }: { now: Date; mostInDay: number },
): Promise<void> {
  const recent = await tx
    .selectFrom('otp')
    .select(['created_at', 'purpose'])
    .where('phone', '=', phone)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('created_at', 'desc')
    .limit(mostInDay)
    .execute();
  const untilMs = (sent: { created_at: Date } | undefined, afterMs: number) =>
    (sent?.created_at.getTime() ?? 0) + afterMs - now.getTime();
  const minuteMs = untilMs(
    recent.find((sent) => sent.purpose === purpose),
    MINUTE_MS,
  );
  // The oldest of the counted codes frees the next place. It is not always the day's first.
  const dayMs = recent.length >= mostInDay ? untilMs(recent.at(-1), DAY_MS) : 0;
  if (minuteMs > 0) throw new AppError('REQUEST_LIMIT_1MIN', { retryAfterMs: minuteMs });
  if (dayMs > 0) throw new AppError('REQUEST_LIMIT', { retryAfterMs: dayMs });
  await tx
    .insertInto('otp')
    .values({
      token_hash: tokenHash,
      phone,
      purpose,
      ref,
      code_hash: codeHash,
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_LIFETIME_MS),
      ...browser,
    })
    .execute();
}

/** Deletes a code, so that the player need not wait a minute for a message that was never sent. */
export async function forgetOtp(queries: Queries, tokenHash: Buffer): Promise<void> {
  await queries.deleteFrom('otp').where('token_hash', '=', tokenHash).execute();
}

/** Ends the codes of a phone and purpose, except one. */
export async function endOtherOtps(
  queries: Queries,
  { phone, purpose, tokenHash }: Pick<StoredOtp, 'phone' | 'purpose' | 'tokenHash'>,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('otp')
    .set({ expires_at: now })
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('token_hash', '!=', tokenHash)
    .execute();
}
