import { ENGLISH_NAME, PASSWORD_MIN, PHONE_DIGITS, requiresEnglishName } from '@krapao/contract/limits';
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
  'required' | 'phoneRequired' | 'phoneLength' | 'passwordShort' | 'passwordNotEqual' | 'englishOnly';

export type Problems = Partial<Record<keyof RegistrationForm, Problem>>;

/** The phone step: ten digits in Thailand; in Laos any digits, whose number the server judges. */
export function checkPhone(phone: string, laos: boolean): Problems {
  if (phone === '') return { phone: 'phoneRequired' };
  if (!/^\d+$/.test(phone) || (!laos && phone.length !== PHONE_DIGITS)) return { phone: 'phoneLength' };
  return {};
}

/** The profile step: everything filled in, the two passwords equal. */
export function checkProfile(form: RegistrationForm): Problems {
  const problems: Problems = {};
  if (form.name.trim() === '') problems.name = 'required';
  if (form.password === '') problems.password = 'required';
  else if (form.password.length < PASSWORD_MIN) problems.password = 'passwordShort';
  if (form.confirmPassword === '') problems.confirmPassword = 'required';
  else if (form.confirmPassword !== form.password) problems.confirmPassword = 'passwordNotEqual';
  return problems;
}

/** The bank step: bank, both names and number filled in; some banks take English names only. */
export function checkBank(form: RegistrationForm): Problems {
  const problems: Problems = {};
  for (const field of ['bankCode', 'firstName', 'lastName', 'bankAccountNo'] as const) {
    if (form[field].trim() === '') problems[field] = 'required';
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
  return `${firstName.trim()} ${lastName.trim()}`.trim().toUpperCase();
}

/** The nine keys of the registration calls; what is not known yet is empty. */
export function payloadOf(form: RegistrationForm): Required<RequestBody<'POST /api/account'>> {
  return {
    name: form.name.trim(),
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
