import { useT } from '../../lib/i18n/i18n.ts';
import styles from './register.module.css';
import type { Step } from './registration.ts';

interface ProgressProps {
  steps: readonly Step[];
  current: Step;
}

/** Progress of the wizard over this visitor's steps. */
export function Progress({ steps, current }: ProgressProps) {
  const t = useT();
  const at = steps.indexOf(current);
  const label: Record<Step, string> = {
    phone: t('register.phoneStep'),
    otp: t('register.otpStep'),
    profile: t('register.profileStep'),
    bank: t('register.bankStep'),
  };
  return (
    <ol
      className={styles.progress}
      aria-label={t('register.progress', { step: at + 1, steps: steps.length })}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.stop}
          data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={styles.knot} />
          {label[step]}
        </li>
      ))}
    </ol>
  );
}
