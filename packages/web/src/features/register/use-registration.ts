import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { navigate } from '../../lib/router.tsx';
import { settings } from '../../lib/settings.ts';
import { useBackLayer } from '../../lib/use-back-layer.ts';
import { forgetDraft, keepDraft, readDraft, type Draft } from './draft.ts';
import { initialInviteCode, keepInviteCode } from './invite-code.ts';
import { NO_OTP, type OtpState } from './otp-state.ts';
import type { Problems, RegistrationForm, Step } from './registration.ts';
import { submitSteps, type Submits } from './submit-steps.ts';

/** Time for which the success message is shown before the login page opens. */
export const REDIRECT_AFTER_MS = 2_000;

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

export interface Registration extends Submits {
  form: RegistrationForm;
  /** Sets some of the fields. */
  fill: (changes: Partial<RegistrationForm>) => void;
  step: Step;
  /** Fields that the server has refused; shown beside the field until it changes. */
  refused: Problems;
  /** True when this visitor passes the code step. */
  withOtp: boolean;
  otp: OtpState;
  setOtpCode: (otpCode: string) => void;
  done: boolean;
  back: () => void;
}

/** Props of each step. */
export interface StepProps extends Registration {
  /** It is not known yet whether there is a code step. */
  isWaiting: boolean;
}

/**
 * State of the registration wizard: phone, one-time code (where required), profile, bank. A failed call shows
 * a red toast and leaves the wizard where it is.
 */
export function useRegistration(otpEnabled: boolean): Registration {
  const [form, setForm] = useState(emptyForm);
  const [step, setStep] = useState<Step>('phone');
  const [otp, setOtp] = useState(NO_OTP);
  const [refused, setRefused] = useState<Problems>({});
  const [done, setDone] = useState(false);
  const withOtp = otpEnabled && otp.code !== 'OTP_VERIFIED';
  useRedirectWhen(done);
  useDraft({ form, otp, step }, done, (draft) => {
    // Text typed before the app was loaded is newer.
    const isOther = form.phone !== '' && form.phone !== draft.form.phone;
    setForm({
      ...form,
      ...draft.form,
      ...(isOther && { phone: form.phone }),
      inviteCode: form.inviteCode || draft.form.inviteCode,
    });
    if (isOther) return;
    setOtp({ ...NO_OTP, ...draft.otp });
    setStep(draft.step);
  });

  const back = () => setStep(step === 'bank' ? 'profile' : 'phone');
  useBackLayer(step !== 'phone' && !done, back, step);

  return {
    form,
    refused,
    fill(changes) {
      if (changes.inviteCode !== undefined) keepInviteCode(changes.inviteCode);
      setRefused((current) => withoutTouched(current, changes));
      setForm((current) => ({ ...current, ...changes }));
    },
    step,
    withOtp,
    otp,
    setOtpCode: (otpCode) => setOtp((current) => ({ ...current, otpCode })),
    done,
    back,
    ...submitSteps({ form, otp, otpEnabled, setOtp, setStep, setRefused, setDone }),
  };
}

/** Fields of which a refused password may be made. */
const IN_PASSWORD = ['phone', 'name', 'firstName', 'lastName'] as const;

/** Returns the refusals that stay after an edit. Bank and number are checked together, and names with the password. */
function withoutTouched(refused: Problems, changes: Partial<RegistrationForm>): Problems {
  const isBank = 'bankCode' in changes || 'currency' in changes;
  const isOwner = IN_PASSWORD.some((field) => field in changes);
  const touched = [
    ...Object.keys(changes),
    ...(isBank ? ['bankAccountNo'] : []),
    ...(isOwner ? ['password'] : []),
  ];
  return Object.fromEntries(Object.entries(refused).filter(([field]) => !touched.includes(field)));
}

/** Keeps the typed fields for a reload, and restores them after one. */
function useDraft(
  draft: { form: RegistrationForm; otp: OtpState; step: Step },
  done: boolean,
  take: (draft: Draft) => void,
): void {
  const onFound = useEffectEvent(take);
  // Read only here: the page drawn by the build, which is hydrated, has no draft.
  useLayoutEffect(() => {
    const found = readDraft();
    if (found) onFound(found);
  }, []);
  const { form, otp, step } = draft;
  useEffect(() => {
    if (done) forgetDraft();
    else if (form.phone !== '') keepDraft({ form, otp, step });
  }, [form, otp, step, done]);
}

/** Replaces the wizard with the login page: going back must not lead to an empty form. */
function useRedirectWhen(done: boolean): void {
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate('/login', { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done]);
}
