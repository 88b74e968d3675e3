import { useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { isFramed } from '../../lib/framed.ts';
import { isStorageKept, readStored } from '../../lib/storage.ts';
import { whenWanted } from '../../lib/when-wanted.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Late } from '../../ui/late.tsx';
import { PasswordField, PhoneField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { login } from '../session/session-api.ts';
import { Remember } from './remember.ts';
import styles from './login-form.module.css';

/** Phone, password and remember-me; a failed login shows a red toast. */
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
      <FrameNote />
      <Button type="submit" busy={busy} wide>
        {t('login.submit')}
      </Button>
      <div className={styles.passkey}>
        <Remember value={remember}>
          <Late load={loadPasskeyButton} when={readStored('passkeyHere') === null ? whenWanted : now} />
        </Remember>
      </div>
    </form>
  );
}

const loadPasskeyButton = () => import('./load-passkey.ts').then(({ loadButton }) => loadButton());

/** Calls at once, on a device that has a passkey. */
const now = (act: () => void) => {
  act();
  return () => {};
};

const neverChanges = () => () => undefined;
const forgetsInFrame = () => isFramed() && !isStorageKept();

/**
 * Note for a frame in which the browser refuses storage: a reload logs out, and the note names the way round
 * it.
 */
function FrameNote() {
  const t = useT();
  // The build draws the page first, without a frame.
  const isForgetful = useSyncExternalStore(neverChanges, forgetsInFrame, () => false);
  if (!isForgetful) return null;
  return (
    <p role="note" className={styles.note}>
      {t('login.frameForgets')}{' '}
      <a href="/login" target="_blank" rel="noopener">
        {t('login.ownWindow')}
      </a>
    </p>
  );
}
