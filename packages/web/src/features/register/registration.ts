import {
  ENGLISH_NAME,
  PASSWORD_MIN,
  PHONE_DIGITS,
  requiresEnglishName,
  TEXT_MAX,
} from '@krapao/contract/limits';
import { isMobilePhone } from '@krapao/contract/typed-digits';
import { visibleText } from '@krapao/contract/visible-text';
import type { Currency } from '@krapao/contract/money';
import type { RequestBody } from '@krapao/contract/routes';

/** What the wizard collects. */
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

/** The steps this visitor passes: the code step only where a code is asked for. */
export function stepsOf(withOtp: boolean): readonly Step[] {
  return withOtp ? ['phone', 'otp', 'profile', 'bank'] : ['phone', 'profile', 'bank'];
}

/** What is wrong with a field; each becomes a text beside it. */
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
  | 'passwordNotEqual'
  | 'englishOnly';

export type Problems = Partial<Record<keyof RegistrationForm, Problem>>;

/** The problems of some fields. */
export const fieldsOf = (problems: Problems, fields: readonly (keyof RegistrationForm)[]): Problems =>
  Object.fromEntries(fields.flatMap((field) => (problems[field] ? [[field, problems[field]]] : [])));

/** The phone step: a mobile number in Thailand; in Laos any digits, whose number the server judges. */
export function checkPhone(phone: string, laos: boolean): Problems {
  if (phone === '') return { phone: 'phoneRequired' };
  if (!/^\d+$/.test(phone)) return { phone: 'phoneRefused' };
  if (laos) return {};
  if (phone.length !== PHONE_DIGITS) return { phone: 'phoneLength' };
  return isMobilePhone(phone, laos) ? {} : { phone: 'phoneRefused' };
}

/** The profile step: everything filled in, the two passwords equal. */
export function checkProfile(form: RegistrationForm): Problems {
  const problems: Problems = {};
  if (visibleText(form.name) === '') problems.name = 'required';
  if (form.password === '') problems.password = 'required';
  else if (form.password.length < PASSWORD_MIN) problems.password = 'passwordShort';
  if (form.confirmPassword === '') problems.confirmPassword = 'required';
  else if (form.confirmPassword !== form.password) problems.confirmPassword = 'passwordNotEqual';
  return problems;
}

/** The bank step: bank, both names and number filled in; some banks take English names only. */
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

/** `somchai`, `jai` → `SOMCHAI JAI`; empty while neither is known. */
export function accountNameOf(firstName: string, lastName: string): string {
  return visibleText(`${firstName} ${lastName}`).toUpperCase();
}

/** The nine keys of the registration calls; what is not known yet is empty. */
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
