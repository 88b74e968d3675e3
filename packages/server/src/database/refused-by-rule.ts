import { isErrorCode } from '@krapao/contract/errors';
import { AppError } from '../kernel/app-error.ts';

/**
 * The state raised by the functions `refuse_transfer`, `refuse_stopped` and `refuse_protected_order`. Its message is a
 * catalogue code.
 */
const STOPPED = '23S01';

/**
 * Turns the database's refusal of a stopped movement into the error for the player. Use it in `.catch` of a
 * statement that begins a movement of money.
 * @throws AppError with the catalogue code; any other error unchanged
 */
export function throwRefusal(error: unknown): never {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code === STOPPED && isErrorCode(message)) throw new AppError(message, { cause: error });
  throw error;
}
