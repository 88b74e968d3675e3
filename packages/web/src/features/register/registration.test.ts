import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFlag } from '../../lib/read-flag.ts';
import {
  accountNameOf,
  checkBank,
  checkPhone,
  checkProfile,
  payloadOf,
  stepsOf,
  type RegistrationForm,
} from './registration.ts';

const form: RegistrationForm = {
  phone: '0812345678',
  name: 'Somchai',
  password: 'secret1',
  confirmPassword: 'secret1',
  sourceCode: '',
  inviteCode: ' PR1 ',
  bankCode: 'KBANK',
  firstName: 'somchai',
  lastName: 'jai',
  bankAccountNo: '1234567890',
  currency: 'BAHT',
};

describe('the phone', () => {
  it('is a mobile number of ten digits in Thailand', () => {
    expect(checkPhone('0812345678', false)).toEqual({});
    expect(checkPhone('', false)).toEqual({ phone: 'phoneRequired' });
    for (const phone of ['081234567', '08123456789']) {
      expect(checkPhone(phone, false)).toEqual({ phone: 'phoneLength' });
    }
    for (const phone of ['1234567890', '0212345678', '08123x5678']) {
      expect(checkPhone(phone, false)).toEqual({ phone: 'phoneRefused' });
    }
  });

  it('has any number of digits in Laos', () => {
    expect(checkPhone('02055512345', true)).toEqual({});
    expect(checkPhone('0305551234', true)).toEqual({});
    expect(checkPhone('', true)).toEqual({ phone: 'phoneRequired' });
    expect(checkPhone('020x', true)).toEqual({ phone: 'phoneRefused' });
  });
});

describe('the profile step', () => {
  it('passes when all is filled in and the passwords are equal', () => {
    expect(checkProfile(form, 6)).toEqual({});
  });

  it.each(['name', 'password', 'confirmPassword'] as const)('stops at an empty %s', (field) => {
    expect(checkProfile({ ...form, [field]: '' }, 6)).toHaveProperty(field);
  });

  it('stops at a password that is shorter than the operator wants', () => {
    expect(checkProfile(form, 12)).toEqual({ password: 'passwordShort' });
  });

  it('stops at passwords that differ', () => {
    expect(checkProfile({ ...form, confirmPassword: 'secret2' }, 6)).toEqual({
      confirmPassword: 'passwordNotEqual',
    });
  });
});

describe('the bank step', () => {
  it.each(['firstName', 'lastName', 'bankAccountNo'] as const)('stops at a blank %s', (field) => {
    expect(checkBank({ ...form, [field]: '  ' })).toEqual({ [field]: 'required' });
  });

  it('asks for a bank that is not chosen', () => {
    expect(checkBank({ ...form, bankCode: '' })).toEqual({ bankCode: 'bankRequired' });
  });

  it.each(['KTB', 'TMB', 'BBL'])('takes English letters and spaces only for %s', (bankCode) => {
    expect(checkBank({ ...form, bankCode })).toEqual({});
    expect(checkBank({ ...form, bankCode, firstName: 'Mary Ann' })).toEqual({});
    for (const firstName of ['สมชาย', 'Somchai2', "O'Neil", 'ສົມ']) {
      expect(checkBank({ ...form, bankCode, firstName })).toEqual({ firstName: 'englishOnly' });
    }
  });

  it('takes Thai names for the other banks', () => {
    expect(checkBank({ ...form, firstName: 'สมชาย', lastName: 'ใจดี' })).toEqual({});
  });
});

describe('the account name', () => {
  it('is first and last name with one space between, in capitals', () => {
    expect(accountNameOf('somchai', 'jai')).toBe('SOMCHAI JAI');
    expect(accountNameOf('  somchai ', ' jai ')).toBe('SOMCHAI JAI');
    expect(accountNameOf('', '')).toBe('');
  });

  it('never begins or ends with a space', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, last) => {
        const name = accountNameOf(first, last);
        expect(name).toBe(name.trim());
      }),
    );
  });
});

describe('the payload', () => {
  it('has the nine keys, with the phone as user name', () => {
    expect(payloadOf(form)).toEqual({
      name: 'Somchai',
      username: '0812345678',
      password: 'secret1',
      sourceCode: '',
      inviteCode: 'PR1',
      bankCode: 'KBANK',
      bankAccountName: 'SOMCHAI JAI',
      bankAccountNo: '1234567890',
      currency: 'BAHT',
    });
  });
});

describe('the steps', () => {
  it('leave out the code where none is asked for', () => {
    expect(stepsOf(true)).toEqual(['phone', 'otp', 'profile', 'bank']);
    expect(stepsOf(false)).toEqual(['phone', 'profile', 'bank']);
  });
});

describe('a yes-or-no lookup', () => {
  it.each([
    [true, true],
    [false, false],
    [{ registerOTP: false }, false],
    [{ isActive: true }, true],
    [{}, undefined],
    ['yes', undefined],
    [null, undefined],
  ])('%o reads as %s', (reply, flag) => {
    expect(readFlag(reply, 'registerOTP')).toBe(flag);
  });
});
