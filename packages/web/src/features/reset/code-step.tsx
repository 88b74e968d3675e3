import { TEXT_MAX } from '@krapao/contract/limits';
import { useRef, useState, type SubmitEvent } from 'react';
import { formatCountdown } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Button } from '../../ui/button.tsx';
import { DigitsField, PasswordField } from '../../ui/text-field.tsx';
import { useServerNow } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useNewPassword } from '../session/new-password-api.ts';
import styles from './reset.module.css';

interface CodeStepProps {
  phone: string;
  /** Earliest time of a new code, by the server's clock. */
  resendAtMs: number;
  onSubmit: (code: string, password: string) => Promise<void>;
  onResend: () => Promise<void>;
  onChangePhone: () => void;
}

/** The code from the message, and the new password. */
export function CodeStep({ phone, resendAtMs, onSubmit, onResend, onChangePhone }: CodeStepProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, run } = useBusy();
  const codeRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const waitMs = resendAtMs - useServerNow(1_000);
  const { hint, problem, keepRefusal } = useNewPassword(password);
  const passwordProblem = password === '' ? t('common.required') : problem;

  const telling = (work: () => Promise<void>) =>
    void run(async () => {
      try {
        await work();
      } catch (error) {
        if (!keepRefusal(error)) toast.error(error);
      }
    });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (code === '') return codeRef.current?.focus();
    if (problem !== undefined) return passwordRef.current?.focus();
    telling(() => onSubmit(code, password));
  };

  return (
    <form className={styles.form} method="post" action="/reset" onSubmit={submit} noValidate>
      <p className={styles.lead}>{t('reset.codeLead', { phone })}</p>
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={phone} readOnly hidden />
      <DigitsField
        ref={codeRef}
        label={t('reset.code')}
        name="otp"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
        error={tried && code === '' ? t('common.required') : undefined}
      />
      <PasswordField
        ref={passwordRef}
        label={t('reset.password')}
        name="password"
        autoComplete="new-password"
        maxLength={TEXT_MAX.password}
        value={password}
        onChange={setPassword}
        hint={hint}
        error={tried ? passwordProblem : undefined}
      />
      <p className={styles.lead}>{t('reset.after')}</p>
      <Button type="submit" busy={busy} wide>
        {t('reset.submit')}
      </Button>
      <div className={styles.actions}>
        <Button variant="ghost" size="small" disabled={waitMs > 0} onClick={() => telling(onResend)}>
          {waitMs > 0 ? t('reset.resendIn', { time: formatCountdown(waitMs) }) : t('reset.resend')}
        </Button>
        <Button variant="ghost" size="small" onClick={onChangePhone}>
          {t('reset.changePhone')}
        </Button>
      </div>
    </form>
  );
}
