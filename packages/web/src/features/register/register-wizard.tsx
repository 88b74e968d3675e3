import { useEffect, useRef, type ComponentType } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { readFlag } from '../../lib/read-flag.ts';
import { useApi } from '../../lib/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { BankStep } from './bank-step.tsx';
import { OtpStep } from './otp-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { Progress } from './progress.tsx';
import styles from './register.module.css';
import { stepsOf, type Step } from './registration.ts';
import { useRegistration, type Registration } from './use-registration.ts';

const STEP: Record<Step, ComponentType<Registration>> = {
  phone: PhoneStep,
  otp: OtpStep,
  profile: ProfileStep,
  bank: BankStep,
};

/** Registration. Whether a one-time code is asked for must be known first: guessing 'no' would fail at the end. */
export function RegisterWizard() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/registerOTP', undefined, {
    revalidateOnFocus: false,
  });
  const otpEnabled = readFlag(data, 'registerOTP');
  if (otpEnabled !== undefined) return <Wizard otpEnabled={otpEnabled} />;
  if (error === undefined && data === undefined) return <Spinner />;
  return <EmptyState icon="offline" title={t('register.otpUnknown')} onRetry={() => mutate()} />;
}

function Wizard({ otpEnabled }: { otpEnabled: boolean }) {
  const t = useT();
  const registration = useRegistration(otpEnabled);
  const { step, withOtp, back, done } = registration;
  const StepView = STEP[step];
  const panelRef = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    window.scrollTo(0, 0);
    panelRef.current?.querySelector<HTMLElement>('input:not([readonly]), select')?.focus();
  }, [step]);

  return (
    <div ref={panelRef} className={styles.wizard}>
      <Progress steps={stepsOf(withOtp)} current={step} />
      <StepView {...registration} />
      {(step === 'profile' || step === 'bank') && !done && (
        <Button variant="ghost" size="small" icon="chevron-left" onClick={back}>
          {t('common.back')}
        </Button>
      )}
    </div>
  );
}
