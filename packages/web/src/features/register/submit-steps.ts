import type { Dispatch, SetStateAction } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { toast } from '../../ui/toast-store.ts';
import { keepInviteCode } from './invite-code.ts';
import { hasCode, NO_OTP, sendCode, verifyCode, type OtpState } from './otp-state.ts';
import { isCodeRefused, isTaken, refusedField, validate } from './refusals.ts';
import { payloadOf, type Problems, type RegistrationForm, type Step } from './registration.ts';

/** Delay before a new code may be requested. */
export const RESEND_AFTER_MS = 60_000;

/** Submit actions of the steps. None rejects: failures are shown. */
export interface Submits {
  submitPhone: () => Promise<void>;
  resendOtp: () => Promise<void>;
  submitOtp: () => Promise<void>;
  submitProfile: () => Promise<void>;
  submitBank: () => Promise<void>;
}

interface Wizard {
  form: RegistrationForm;
  otp: OtpState;
  otpEnabled: boolean;
  setOtp: Dispatch<SetStateAction<OtpState>>;
  setStep: (step: Step) => void;
  setRefused: (refused: Problems) => void;
  setDone: (done: boolean) => void;
}

/** Returns the calls of each step and their transitions. */
export function submitSteps(wizard: Wizard): Submits {
  return { ...submitProof(wizard), ...submitDetails(wizard) };
}

/** Steps of the phone and the code. */
function submitProof({ form, otp, otpEnabled, setOtp, setStep, setRefused }: Wizard) {
  const sendOtp = async () => {
    const reply = await sendCode(form.phone);
    const sentTo = reply.code === 'OTP_VERIFIED' ? '' : form.phone;
    setOtp({ ...reply, otpCode: '', resendAtMs: serverNow() + RESEND_AFTER_MS, sentTo });
    return reply.code;
  };
  // A visitor who stepped back by mistake already holds a code and should not be told to wait for one.
  const isOnItsWay = () => otp.sentTo === form.phone && serverNow() < otp.resendAtMs;
  /** Goes from a phone that is proven, or needs no proof, to the next step. */
  const goOn = async () => {
    if (!(await isTaken(form))) return setStep('profile');
    setRefused({ phone: 'phoneTaken' });
    setStep('phone');
  };

  return {
    submitPhone: () =>
      telling(async () => {
        if (otpEnabled && isOnItsWay()) return setStep('otp');
        try {
          const code = otpEnabled ? await sendOtp() : 'OTP_VERIFIED';
          await (code === 'OTP_VERIFIED' ? goOn() : setStep('otp'));
        } catch (error) {
          if (!hasCode(error, 'INVALID_USER_INFO')) throw error;
          // Only the number was sent, so the refusal is about it.
          setRefused({ phone: 'phoneRefused' });
        }
      }),
    resendOtp: () =>
      telling(async () => {
        const code = await sendOtp();
        if (code === 'OTP_VERIFIED') await goOn();
        else toast.success(t('register.resent'));
      }),
    submitOtp: () =>
      telling(async () => {
        await verifyCode(otp);
        setOtp((current) => ({ ...current, sentTo: '' }));
        await goOn();
      }),
  };
}

/** Steps of name, password and bank account. */
function submitDetails({ form, setOtp, setStep, setRefused, setDone }: Wizard) {
  /** Shows a refusal beside its field; rethrows one about no field. */
  const mark = (error: unknown) => {
    const fields = refusedField(error);
    if (!fields) throw error;
    setRefused(fields);
    if (fields.phone) setStep('phone');
    // It can be made of the account's name, which came after it.
    if (fields.password) setStep('profile');
  };

  return {
    submitProfile: () =>
      telling(async () => {
        try {
          // The bank has its own step: a wrong bank must not block the way to it.
          const { bankCode: _bank, bankAccountNo: _number, ...fields } = form;
          await validate(form, fields);
        } catch (error) {
          if (!hasCode(error, 'INVALID_USER_INFO') || !(await isCodeRefused(form))) return mark(error);
          setRefused({ inviteCode: 'inviteCodeRefused' });
          return;
        }
        setStep('bank');
      }),
    submitBank: () =>
      telling(async () => {
        try {
          await call('POST /api/account', { body: payloadOf(form), namesBrowser: true });
        } catch (error) {
          // The proof of the phone number has expired: the visitor must prove it again.
          if (hasCode(error, 'UNVERIFIED_OTP')) {
            setOtp(NO_OTP);
            setStep('phone');
          }
          return mark(error);
        }
        keepInviteCode('');
        setDone(true);
        toast.success(t('register.success'));
      }),
  };
}

async function telling(work: () => Promise<void>): Promise<void> {
  // Errors of an earlier try are removed.
  toast.dropErrors();
  try {
    await work();
  } catch (error) {
    toast.error(error);
  }
}
