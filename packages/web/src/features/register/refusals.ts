import { call } from '../../lib/http.ts';
import { hasCode } from './otp-state.ts';
import { payloadOf, type Problems, type RegistrationForm } from './registration.ts';

/** Which field a refusal of the server is about; undefined for one that is about none. */
export function refusedField(error: unknown): Problems | undefined {
  if (hasCode(error, 'EXISTING_USER')) return { phone: 'phoneTaken' };
  if (hasCode(error, 'EXISTING_BANK')) return { bankAccountNo: 'accountTaken' };
  if (hasCode(error, 'INVALID_BANK')) return { bankAccountNo: 'accountRefused' };
  if (hasCode(error, 'BANK_ACCOUNT_NAME_ENG')) return { firstName: 'englishOnly', lastName: 'englishOnly' };
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

/** What the server says of some of the fields; of empty ones it says nothing. @throws ApiError */
export async function validate(form: RegistrationForm, fields: Partial<RegistrationForm>): Promise<void> {
  const body = payloadOf({ ...NOTHING, currency: form.currency, ...fields });
  await call('POST /api/account/validate', { body });
}

/**
 * Whether the phone is registered already. Asked once it is proven, so that nobody learns it of another's phone; what
 * cannot be asked now is told at the next step.
 */
export async function isTaken(form: RegistrationForm): Promise<boolean> {
  try {
    await validate(form, { phone: form.phone });
    return false;
  } catch (error) {
    return hasCode(error, 'EXISTING_USER');
  }
}

/** Whether the invite code is what `INVALID_USER_INFO` was about, which names no field. */
export async function isCodeRefused(form: RegistrationForm): Promise<boolean> {
  if (form.inviteCode.trim() === '') return false;
  try {
    await validate(form, { inviteCode: form.inviteCode });
    return false;
  } catch (error) {
    return hasCode(error, 'INVALID_USER_INFO');
  }
}
