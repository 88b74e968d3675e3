import { useEffect, useState } from 'react';
import { navigate } from '../../lib/router.tsx';
import { ApiError, messageText } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import { useBackLayer } from '../../lib/use-back-layer.ts';
import { toast } from '../../ui/toast-store.ts';
import { initialInviteCode, keepInviteCode } from './invite-code.ts';
import { payloadOf, type RegistrationForm, type Step } from './registration.ts';

/** A new code may be asked for after this long. */
export const RESEND_AFTER_MS = 60_000;
/** How long the success message stands before the login page opens. */
export const REDIRECT_AFTER_MS = 2_000;

export interface OtpState {
  otpRef: string;
  otpToken: string;
  otpCode: string;
  /** What the send call said. */
  code: string;
  /** From when a new code may be asked for, by the server's clock. */
  resendAtMs: number;
  /** The phone it went to, for as long as it has not been answered. */
  sentTo: string;
}

const NO_OTP: OtpState = { otpRef: '', otpToken: '', otpCode: '', code: '', resendAtMs: 0, sentTo: '' };

function emptyForm(): RegistrationForm {
  return {
    phone: '',
    name: '',
    password: '',
    confirmPassword: '',
    sourceCode: '',
    inviteCode: initialInviteCode(window.location.search),
    bankCode: '',
    firstName: '',
    lastName: '',
    bankAccountNo: '',
    currency: settings.laos ? 'LAK' : 'BAHT',
  };
}

export interface Registration {
  form: RegistrationForm;
  /** Sets some of the fields. */
  fill: (changes: Partial<RegistrationForm>) => void;
  step: Step;
  /** Whether this visitor passes the code step. */
  withOtp: boolean;
  otp: OtpState;
  setOtpCode: (otpCode: string) => void;
  done: boolean;
  back: () => void;
  submitPhone: () => Promise<void>;
  resendOtp: () => Promise<void>;
  submitOtp: () => Promise<void>;
  submitProfile: () => Promise<void>;
  submitBank: () => Promise<void>;
}

/** What each step is given. */
export interface StepProps extends Registration {
  /** Whether there is a code step is not known yet. */
  isWaiting: boolean;
}

/**
 * The registration wizard: phone, one-time code (where asked for), profile, bank.
 * A call that fails tells so by a red toast and leaves the wizard where it is.
 */
export function useRegistration(otpEnabled: boolean): Registration {
  const [form, setForm] = useState(emptyForm);
  const [step, setStep] = useState<Step>('phone');
  const [otp, setOtp] = useState(NO_OTP);
  const [done, setDone] = useState(false);
  const withOtp = otpEnabled && otp.code !== 'OTP_VERIFIED';
  useRedirectWhen(done);

  const back = () => setStep(step === 'bank' ? 'profile' : 'phone');
  useBackLayer(step !== 'phone' && !done, back, step);

  const sendOtp = async () => {
    const reply = await sendCode(form.phone);
    const sentTo = reply.code === 'OTP_VERIFIED' ? '' : form.phone;
    setOtp({ ...reply, otpCode: '', resendAtMs: serverNow() + RESEND_AFTER_MS, sentTo });
    return reply.code;
  };
  // Whoever stepped back from the code step by mistake would be told to wait for a code that they hold.
  const isOnItsWay = () => otp.sentTo === form.phone && serverNow() < otp.resendAtMs;

  return {
    form,
    fill(changes) {
      if (changes.inviteCode !== undefined) keepInviteCode(changes.inviteCode);
      setForm((current) => ({ ...current, ...changes }));
    },
    step,
    withOtp,
    otp,
    setOtpCode: (otpCode) => setOtp((current) => ({ ...current, otpCode })),
    done,
    back,
    submitPhone: () =>
      telling(async () => {
        if (otpEnabled && isOnItsWay()) return setStep('otp');
        try {
          const code = otpEnabled ? await sendOtp() : 'OTP_VERIFIED';
          setStep(code === 'OTP_VERIFIED' ? 'profile' : 'otp');
        } catch (error) {
          if (!hasCode(error, 'INVALID_USER_INFO')) throw error;
          // The number is all that was sent.
          toast.error(t('register.phoneRefused'));
        }
      }),
    resendOtp: () =>
      telling(async () => {
        const code = await sendOtp();
        if (code === 'OTP_VERIFIED') setStep('profile');
        else toast.success(t('register.resent'));
      }),
    submitOtp: () =>
      telling(async () => {
        await verifyCode(otp);
        setOtp((current) => ({ ...current, sentTo: '' }));
        setStep('profile');
      }),
    submitProfile: () =>
      telling(async () => {
        try {
          await call('POST /api/account/validate', { body: payloadOf(form) });
        } catch (error) {
          // What this page checks by itself is in order: it may well be the code that came with a link.
          const isCodeSuspect = form.inviteCode.trim() !== '' && hasCode(error, 'INVALID_USER_INFO');
          if (!isCodeSuspect) throw error;
          toast.error(`${messageText('INVALID_USER_INFO')} ${t('register.inviteCodeDoubt')}`);
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
          throw error;
        }
        keepInviteCode('');
        setDone(true);
        toast.success(t('register.success'));
      }),
  };
}

type SendReply = Pick<OtpState, 'otpRef' | 'otpToken' | 'code'>;

/** Asks for a code. 'Already verified' is an outcome, not a failure, however the server words it. */
async function sendCode(phoneNumber: string): Promise<SendReply> {
  try {
    return await call('POST /api/otp/send', { body: { phoneNumber } });
  } catch (error) {
    if (hasCode(error, 'OTP_VERIFIED')) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };
    throw error;
  }
}

async function verifyCode({ otpToken, otpCode }: OtpState): Promise<void> {
  try {
    await call('POST /api/otp/verify', { body: { otpToken, otpCode } });
  } catch (error) {
    if (!hasCode(error, 'OTP_VERIFIED')) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.error(error);
  }
}

/** The login page takes the wizard's place: going back must not lead to an empty form. */
function useRedirectWhen(done: boolean): void {
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done]);
}
