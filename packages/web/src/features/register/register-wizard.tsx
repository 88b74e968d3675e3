import { useEffect, useRef, type ComponentType } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { readFlag } from '../../lib/read-flag.ts';
import { useApi } from '../../lib/use-api.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BankStep } from './bank-step.tsx';
import { OtpStep } from './otp-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { Progress } from './progress.tsx';
import styles from './register.module.css';
import { stepsOf, type Step } from './registration.ts';
import { useRegistration, type StepProps } from './use-registration.ts';

const STEP: Record<Step, ComponentType<StepProps>> = {
  phone: PhoneStep,
  otp: OtpStep,
  profile: ProfileStep,
  bank: BankStep,
};

/** Registration. It must know first whether one-time codes are on: guessing 'no' would fail at the end. */
export function RegisterWizard() {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/registerOTP', undefined, {
    revalidateOnFocus: false,
  });
  const otpEnabled = readFlag(data, 'registerOTP');
  const isKnown = otpEnabled !== undefined;
  if (isKnown || (error === undefined && data === undefined)) {
    return <Wizard otpEnabled={otpEnabled ?? true} isWaiting={!isKnown} />;
  }
  return <EmptyState icon="offline" title={t('register.otpUnknown')} onRetry={() => mutate()} />;
}

/** `isWaiting`: it is not known yet whether a code is required. The form is shown, but does not go on. */
function Wizard({ otpEnabled, isWaiting }: { otpEnabled: boolean; isWaiting: boolean }) {
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
      <StepView {...registration} isWaiting={isWaiting} />
      {(step === 'profile' || step === 'bank') && !done && (
        <Button variant="ghost" size="small" icon="chevron-left" onClick={back}>
          {t('kit.back')}
        </Button>
      )}
    </div>
  );
}
