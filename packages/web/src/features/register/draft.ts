import { serverNow } from '../../lib/clock.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import type { OtpState } from './otp-state.ts';
import type { RegistrationForm, Step } from './registration.ts';

declare module '../../lib/storage.ts' {
  interface StorageKeys {
    registration: 'device';
  }
}

/** As long as the server keeps the proof of a phone. */
const KEPT_MS = 30 * 60_000;

const STEPS: readonly unknown[] = ['phone', 'otp', 'profile', 'bank'] satisfies Step[];

type KeptForm = Omit<RegistrationForm, 'password' | 'confirmPassword'>;
type KeptOtp = Omit<OtpState, 'otpCode'>;

/** Unfinished registration: the typed fields without the passwords, and the step. */
export interface Draft {
  form: KeptForm;
  otp: KeptOtp;
  step: Step;
}

/** Keeps a draft for a reload of this tab, for half an hour. */
export function keepDraft({ form, otp, step }: { form: RegistrationForm; otp: OtpState; step: Step }): void {
  const { password: _password, confirmPassword: _confirm, ...typed } = form;
  const { otpCode: _code, ...sent } = otp;
  const untilMs = serverNow() + KEPT_MS;
  writeStored('registration', JSON.stringify({ untilMs, form: typed, otp: sent, step }), 'session');
}

export function forgetDraft(): void {
  writeStored('registration', null, 'session');
}

/** Returns this tab's draft; undefined where there is none, or an expired one. */
export function readDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(readStored('registration', 'session') ?? 'null') as
      | (Draft & { untilMs: number })
      | null;
    if (!kept || !(kept.untilMs > serverNow()) || !STEPS.includes(kept.step)) return undefined;
    const isText = Object.values(kept.form).every((value) => typeof value === 'string');
    if (!isText || typeof kept.form.phone !== 'string' || typeof kept.otp.otpToken !== 'string')
      return undefined;
    // The passwords must be typed again.
    return { form: kept.form, otp: kept.otp, step: kept.step === 'bank' ? 'profile' : kept.step };
  } catch {
    return undefined;
  }
}
