import type { Dispatch, SetStateAction } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { toast } from '../../ui/toast-store.ts';
import { keepInviteCode } from './invite-code.ts';
import { hasCode, NO_OTP, sendCode, verifyCode, type OtpState } from './otp-state.ts';
import { isCodeRefused, isTaken, refusedField, validate } from './refusals.ts';
import { payloadOf, type Problems, type RegistrationForm, type Step } from './registration.ts';

/** A new code may be asked for after this long. */
export const RESEND_AFTER_MS = 60_000;

/** What the presses of the steps do. None of them rejects: a failure is told. */
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

/** The calls of each step, and where they lead. */
export function submitSteps(wizard: Wizard): Submits {
  return { ...submitProof(wizard), ...submitDetails(wizard) };
}

/** Phone and code. */
function submitProof({ form, otp, otpEnabled, setOtp, setStep, setRefused }: Wizard) {
  const sendOtp = async () => {
    const reply = await sendCode(form.phone);
    const sentTo = reply.code === 'OTP_VERIFIED' ? '' : form.phone;
    setOtp({ ...reply, otpCode: '', resendAtMs: serverNow() + RESEND_AFTER_MS, sentTo });
    return reply.code;
  };
  // Whoever stepped back from the code step by mistake would be told to wait for a code that they hold.
  const isOnItsWay = () => otp.sentTo === form.phone && serverNow() < otp.resendAtMs;
  /** From a phone that is proven, or needs no proof, to the next step. */
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
          // The number is all that was sent.
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

/** Name, password and bank account. */
function submitDetails({ form, setOtp, setStep, setRefused, setDone }: Wizard) {
  /** Puts a refusal beside its field, and throws one that is about none. */
  const mark = (error: unknown) => {
    const fields = refusedField(error);
    if (!fields) throw error;
    setRefused(fields);
    if (fields.phone) setStep('phone');
  };

  return {
    submitProfile: () =>
      telling(async () => {
        try {
          // The bank is asked about at its own step: a wrong one must not keep it from being reached.
          const { phone, name, password, sourceCode, inviteCode } = form;
          await validate(form, { phone, name, password, sourceCode, inviteCode });
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
          await call('POST /api/account', { body: payloadOf(form) });
        } catch (error) {
          // The proof of the phone number has lapsed: it has to be given again.
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
  // What was wrong with an earlier try is not said beside this one.
  toast.dropErrors();
  try {
    await work();
  } catch (error) {
    toast.error(error);
  }
}
