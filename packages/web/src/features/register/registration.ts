import {
  ENGLISH_NAME,
  passwordLength,
  PHONE_DIGITS,
  requiresEnglishName,
  TEXT_MAX,
} from '@krapao/contract/limits';
import { isMobilePhone } from '@krapao/contract/typed-digits';
import { visibleText } from '@krapao/contract/visible-text';
import type { Currency } from '@krapao/contract/money';
import type { RequestBody } from '@krapao/contract/routes';

/** Fields of the wizard. */
export interface RegistrationForm {
  phone: string;
  name: string;
  password: string;
  confirmPassword: string;
  sourceCode: string;
  inviteCode: string;
  bankCode: string;
  firstName: string;
  lastName: string;
  bankAccountNo: string;
  currency: Currency;
}

export type Step = 'phone' | 'otp' | 'profile' | 'bank';

/** Returns this visitor's steps: the code step only where a code is required. */
export function stepsOf(withOtp: boolean): readonly Step[] {
  return withOtp ? ['phone', 'otp', 'profile', 'bank'] : ['phone', 'profile', 'bank'];
}

/** Problem of a field; each has a text beside the field. */
export type Problem =
  | 'required'
  | 'bankRequired'
  | 'digitsOnly'
  | 'accountRefused'
  | 'accountTaken'
  | 'phoneTaken'
  | 'inviteCodeRefused'
  | 'phoneRequired'
  | 'phoneLength'
  | 'phoneRefused'
  | 'passwordShort'
  | 'passwordEasy'
  | 'passwordNotEqual'
  | 'englishOnly';

export type Problems = Partial<Record<keyof RegistrationForm, Problem>>;

/** Returns the problems of some fields. */
export const fieldsOf = (problems: Problems, fields: readonly (keyof RegistrationForm)[]): Problems =>
  Object.fromEntries(fields.flatMap((field) => (problems[field] ? [[field, problems[field]]] : [])));

/**
 * Checks the phone step: a mobile number in Thailand; in Laos any digits, and the server checks the number.
 */
export function checkPhone(phone: string, laos: boolean): Problems {
  if (phone === '') return { phone: 'phoneRequired' };
  if (!/^\d+$/.test(phone)) return { phone: 'phoneRefused' };
  if (laos) return {};
  if (phone.length !== PHONE_DIGITS) return { phone: 'phoneLength' };
  return isMobilePhone(phone, laos) ? {} : { phone: 'phoneRefused' };
}

/** Checks the profile step: all fields filled in, the password long enough, both passwords equal. */
export function checkProfile(form: RegistrationForm, passwordMinimum: number): Problems {
  const problems: Problems = {};
  if (visibleText(form.name) === '') problems.name = 'required';
  if (form.password === '') problems.password = 'required';
  else if (passwordLength(form.password) < passwordMinimum) problems.password = 'passwordShort';
  if (form.confirmPassword === '') problems.confirmPassword = 'required';
  else if (form.confirmPassword !== form.password) problems.confirmPassword = 'passwordNotEqual';
  return problems;
}

/** Checks the bank step: bank, both names and number filled in; some banks take English names only. */
export function checkBank(form: RegistrationForm): Problems {
  const problems: Problems = {};
  if (form.bankCode === '') problems.bankCode = 'bankRequired';
  for (const field of ['firstName', 'lastName', 'bankAccountNo'] as const) {
    if (visibleText(form[field]) === '') problems[field] = 'required';
  }
  if (!problems.bankAccountNo && !/^\d+$/.test(form.bankAccountNo)) problems.bankAccountNo = 'digitsOnly';
  if (!problems.bankAccountNo && form.bankAccountNo.length > TEXT_MAX.bankAccountNo) {
    problems.bankAccountNo = 'accountRefused';
  }
  if (requiresEnglishName(form.bankCode)) {
    for (const field of ['firstName', 'lastName'] as const) {
      if (!problems[field] && !ENGLISH_NAME.test(form[field].trim())) problems[field] = 'englishOnly';
    }
  }
  return problems;
}

/** Returns the account name (`somchai`, `jai` → `SOMCHAI JAI`); empty while neither name is known. */
export function accountNameOf(firstName: string, lastName: string): string {
  return visibleText(`${firstName} ${lastName}`).toUpperCase();
}

/** Returns the nine keys of the registration calls; unknown ones are empty. */
export function payloadOf(form: RegistrationForm): Required<RequestBody<'POST /api/account'>> {
  return {
    name: visibleText(form.name),
    username: form.phone,
    password: form.password,
    sourceCode: form.sourceCode,
    inviteCode: form.inviteCode.trim(),
    bankCode: form.bankCode,
    bankAccountName: accountNameOf(form.firstName, form.lastName),
    bankAccountNo: form.bankAccountNo,
    currency: form.currency,
  };
}
