import { PHONE_DIGITS } from '@krapao/contract/limits';
import { isMobilePhone } from '@krapao/contract/typed-digits';
import { AppError } from './app-error.ts';

/**
 * Checks a phone number as written nationally. Thailand: 06, 08 or 09 and eight digits. Laos: 020 + 8 or 030 + 7.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT for what has not ten digits, outside Laos mode; INVALID_USER_INFO for
 *   a number that takes no messages
 */
export function assertPhone(phone: string, laos: boolean): void {
  if (isMobilePhone(phone, laos)) return;
  const isTenDigits = phone.length === PHONE_DIGITS && /^\d+$/.test(phone);
  throw new AppError(laos || isTenDigits ? 'INVALID_USER_INFO' : 'PHONE_NUMBER_REQUIRE_10_DIGIT');
}
