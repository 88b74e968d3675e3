import { otp } from '@krapao/contract/otp';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import type { OtpService } from './service.ts';

export function otpRoutes(router: Router, otps: OtpService): void {
  router.add(otp['POST /api/otp/send'], ({ body: { phoneNumber: phone }, language, request }) =>
    otps.send({ phone, purpose: 'register', caller: callerOf(request) }, language),
  );

  router.add(otp['POST /api/otp/verify'], async ({ body, request }) => {
    await otps.verify(body.otpToken, body.otpCode, callerOf(request));
    return { code: 'OTP_CODE_VALID' as const, message: 'OTP_CODE_VALID' as const };
  });
}
