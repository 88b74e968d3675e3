import { PHONE_DIGITS } from '@krapao/contract/limits';
import { AppError } from './app-error.ts';

/**
 * Checks a phone number as written nationally. Thailand: exactly ten digits. Laos: digits only, of the
 * lengths its mobile numbers have (020 + 8 or 030 + 7).
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, or INVALID_USER_INFO in Laos mode
 */
export function assertPhone(phone: string, laos: boolean): void {
  if (laos) {
    if (!/^0(20\d{8}|30\d{7})$/.test(phone)) throw new AppError('INVALID_USER_INFO');
    return;
  }
  if (phone.length !== PHONE_DIGITS || !/^\d+$/.test(phone)) {
    throw new AppError('PHONE_NUMBER_REQUIRE_10_DIGIT');
  }
}
