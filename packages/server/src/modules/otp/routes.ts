import { otp } from '@krapao/contract/otp';
import type { Router } from '../../http/router.ts';
import type { OtpService } from './service.ts';

export function otpRoutes(router: Router, otps: OtpService): void {
  router.add(otp['POST /api/otp/send'], ({ body, language }) => otps.send(body.phoneNumber, language));

  router.add(otp['POST /api/otp/verify'], async ({ body }) => {
    await otps.verify(body.otpToken, body.otpCode);
    return { code: 'OTP_CODE_VALID' as const, message: 'OTP_CODE_VALID' as const };
  });
}
