import { describe, expect, it } from 'vitest';
import type { AppError } from './app-error.ts';
import { assertPhone } from './phone.ts';

const endOf = (phone: string, laos: boolean): string => {
  try {
    assertPhone(phone, laos);
    return 'OK';
  } catch (error) {
    return (error as AppError).code;
  }
};

describe('phone numbers', () => {
  it.each(['0812345678', '0600000000', '0999999999'])('in Thailand are 06, 08 or 09 + 8: %s', (phone) => {
    expect(endOf(phone, false)).toBe('OK');
  });

  it.each(['0000000000', '1234567890', '0212345678', '0712345678'])('take no messages: %s', (phone) => {
    expect(endOf(phone, false)).toBe('INVALID_USER_INFO');
  });

  it.each([
    '',
    '081234567',
    '08123456789',
    '081234567a',
    '081 345678',
    '+661234567',
    '๐๘๑๒๓๔๕๖๗๘',
    '081234567\n',
  ])('in Thailand are nothing else: "%s"', (phone) => {
    expect(endOf(phone, false)).toBe('PHONE_NUMBER_REQUIRE_10_DIGIT');
  });

  it.each(['02012345678', '02099999999', '0301234567'])('in Laos are 020 + 8 or 030 + 7: %s', (phone) => {
    expect(endOf(phone, true)).toBe('OK');
  });

  it.each([
    '',
    '0201234567',
    '020123456789',
    '030123456',
    '03012345678',
    '0812345678',
    '0201234567a',
    '໐໒໐໑໒໓໔໕໖໗໘',
  ])('in Laos are nothing else: "%s"', (phone) => {
    expect(endOf(phone, true)).toBe('INVALID_USER_INFO');
  });
});
