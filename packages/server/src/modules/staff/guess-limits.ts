import type { Count, Limiter } from '../../kernel/limiter.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/** Refusals that are wrong guesses. A missing code is none: the console asks for it next. */
const GUESSES: ReadonlySet<unknown> = new Set(['WRONG_CREDENTIAL', 'CODE_INVALID', 'PASSKEY_INVALID']);

/** Returns whether an error says that a password, a code or a passkey was wrong. */
export const isGuess = (error: unknown): error is StaffError =>
  error instanceof StaffError && GUESSES.has(error.code);

/**
 * Makes a try to prove a password or a code. It is counted before it is checked, so that concurrent tries cannot
 * exceed the limits together, and stays counted if it was a wrong guess.
 * @throws AppError REQUEST_LIMIT; errors of `work`
 */
export async function asGuess<T>(
  limiter: Limiter,
  { email, address }: { email: string; address: string },
  work: () => Promise<T>,
): Promise<T> {
  const counts: Count[] = [
    ['STAFF_TRIES_PER_PERSON_AND_ADDRESS', `${email} ${address}`],
    ['STAFF_TRIES_PER_PERSON', email],
    ['STAFF_TRIES_PER_ADDRESS', address],
  ];
  const reserved: Count[] = [];
  let isWrong = false;
  try {
    for (const count of counts) {
      await limiter.reserve(...count);
      reserved.push(count);
    }
    return await work();
  } catch (error) {
    isWrong = isGuess(error);
    throw error;
  } finally {
    if (!isWrong) await Promise.all(reserved.map((count) => limiter.release(...count)));
  }
}
