import { PHONE_DIGITS } from '@krapao/contract/limits';
import { isMobilePhone } from '@krapao/contract/typed-digits';
import { AppError } from './app-error.ts';

/**
 * Checks a phone number in national form. Thailand: 06, 08 or 09 and eight digits. Laos: 020 + 8 or 030 + 7.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT if it has not ten digits, outside Laos mode;
 *   INVALID_USER_INFO if it is not a mobile number
 */
export function assertPhone(phone: string, laos: boolean): void {
  if (isMobilePhone(phone, laos)) return;
  const isTenDigits = phone.length === PHONE_DIGITS && /^\d+$/.test(phone);
  throw new AppError(laos || isTenDigits ? 'INVALID_USER_INFO' : 'PHONE_NUMBER_REQUIRE_10_DIGIT');
}
