import { useRef, useState, type SubmitEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { PasswordField, PhoneField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { login } from '../session/actions.ts';
import styles from './login-form.module.css';

/** Phone, password and remember-me; a login that fails is told by a red toast. */
export function LoginForm() {
  const t = useT();
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const phoneRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (phone === '') return phoneRef.current?.focus();
    if (password === '') return passwordRef.current?.focus();
    setBusy(true);
    try {
      await login(phone, password, remember);
    } catch (error) {
      toast.error(error);
      setBusy(false);
    }
  };

  return (
    <form
      className={styles.form}
      method="post"
      action="/login"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <PhoneField
        ref={phoneRef}
        label={t('login.phone')}
        name="username"
        autoComplete="username"
        value={phone}
        onChange={setPhone}
        error={tried && phone === '' ? t('common.required') : undefined}
      />
      <PasswordField
        ref={passwordRef}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={tried && password === '' ? t('common.required') : undefined}
      />
      <Checkbox label={t('login.remember')} name="remember" checked={remember} onChange={setRemember} />
      <Button type="submit" busy={busy} wide>
        {t('login.submit')}
      </Button>
    </form>
  );
}
