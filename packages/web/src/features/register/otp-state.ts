import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';

/** The one-time code of a registration. */
export interface OtpState {
  otpRef: string;
  otpToken: string;
  otpCode: string;
  /** Code that the send call returned. */
  code: string;
  /** Earliest time of a new code, by the server's clock. */
  resendAtMs: number;
  /** Phone the code was sent to, until the code is answered. */
  sentTo: string;
}

export const NO_OTP: OtpState = {
  otpRef: '',
  otpToken: '',
  otpCode: '',
  code: '',
  resendAtMs: 0,
  sentTo: '',
};

type SendReply = Pick<OtpState, 'otpRef' | 'otpToken' | 'code'>;

/** Requests a code. 'Already verified' is an outcome, not a failure, however the server words it. */
export async function sendCode(phoneNumber: string): Promise<SendReply> {
  try {
    return await call('POST /api/otp/send', { body: { phoneNumber }, namesBrowser: true });
  } catch (error) {
    if (hasCode(error, 'OTP_VERIFIED')) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };
    throw error;
  }
}

export async function verifyCode({ otpToken, otpCode }: OtpState): Promise<void> {
  try {
    await call('POST /api/otp/verify', { body: { otpToken, otpCode }, namesBrowser: true });
  } catch (error) {
    if (!hasCode(error, 'OTP_VERIFIED')) throw error;
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
