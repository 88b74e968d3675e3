import { formatCountdown } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DigitsField } from '../../ui/text-field.tsx';
import { useServerNow } from '../../ui/time.tsx';
import styles from './register.module.css';
import { StepForm } from './step-form.tsx';
import type { Registration } from './use-registration.ts';

export function OtpStep({ form, otp, setOtpCode, submitOtp, resendOtp, back }: Registration) {
  const t = useT();
  const waitMs = otp.resendAtMs - useServerNow(1_000);
  return (
    <>
      <StepForm
        lead={t('register.otpLead', { phone: form.phone })}
        submitLabel={t('kit.confirm')}
        problems={{}}
        disabled={otp.otpCode === ''}
        onSubmit={submitOtp}
      >
        {() => (
          <DigitsField
            label={t('register.otpCode')}
            name="otp"
            autoComplete="one-time-code"
            autoFocus
            value={otp.otpCode}
            onChange={setOtpCode}
            hint={t('register.otpRef', { ref: otp.otpRef })}
          />
        )}
      </StepForm>
      <div className={styles.otpActions}>
        <Button variant="ghost" size="small" disabled={waitMs > 0} onClick={resendOtp}>
          {waitMs > 0 ? t('register.resendIn', { time: formatCountdown(waitMs) }) : t('register.resend')}
        </Button>
        <Button variant="ghost" size="small" onClick={back}>
          {t('register.changePhone')}
        </Button>
      </div>
    </>
  );
}
