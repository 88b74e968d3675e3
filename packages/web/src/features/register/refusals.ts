import { call } from '../../lib/http.ts';
import { hasCode } from './otp-state.ts';
import { payloadOf, type Problems, type RegistrationForm } from './registration.ts';

/** Returns the field that a refusal of the server is about; undefined when it is about none. */
export function refusedField(error: unknown): Problems | undefined {
  if (hasCode(error, 'EXISTING_USER')) return { phone: 'phoneTaken' };
  if (hasCode(error, 'EXISTING_BANK')) return { bankAccountNo: 'accountTaken' };
  if (hasCode(error, 'INVALID_BANK')) return { bankAccountNo: 'accountRefused' };
  if (hasCode(error, 'BANK_ACCOUNT_NAME_ENG')) return { firstName: 'englishOnly', lastName: 'englishOnly' };
  if (hasCode(error, 'PASSWORD_SHORT')) return { password: 'passwordShort' };
  if (hasCode(error, 'PASSWORD_EASY')) return { password: 'passwordEasy' };
  return undefined;
}

const NOTHING: RegistrationForm = {
  phone: '',
  name: '',
  password: '',
  confirmPassword: '',
  sourceCode: '',
  inviteCode: '',
  bankCode: '',
  firstName: '',
  lastName: '',
  bankAccountNo: '',
  currency: 'BAHT',
};

/** Asks the server to check some of the fields; it skips empty ones. @throws ApiError */
export async function validate(form: RegistrationForm, fields: Partial<RegistrationForm>): Promise<void> {
  const body = payloadOf({ ...NOTHING, currency: form.currency, ...fields });
  await call('POST /api/account/validate', { body });
}

/**
 * True when the phone is already registered. Asked after the code step where one is required, so that
 * visitors learn nothing about others' phones; a failed check is repeated at the next step.
 */
export async function isTaken(form: RegistrationForm): Promise<boolean> {
  try {
    await validate(form, { phone: form.phone });
    return false;
  } catch (error) {
    return hasCode(error, 'EXISTING_USER');
  }
}

/** True when `INVALID_USER_INFO`, which names no field, was about the invite code. */
export async function isCodeRefused(form: RegistrationForm): Promise<boolean> {
  if (form.inviteCode.trim() === '') return false;
  try {
    await validate(form, { inviteCode: form.inviteCode });
    return false;
  } catch (error) {
    return hasCode(error, 'INVALID_USER_INFO');
  }
}
