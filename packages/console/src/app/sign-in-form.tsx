import { useState, type SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { askPasskey, knowsPasskeys } from '../lib/passkeys.ts';
import { signedIn } from '../lib/session.ts';
import { useCodeOnDemand } from '../lib/use-code-on-demand.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { FormError } from '../ui/form-error.tsx';
import { CodeField } from './code-field.tsx';
import styles from './entrance.module.css';

interface SignInFormProps {
  /** The address that was signed in before. */
  email?: string;
}

/** Signs in: address and password, then the code when one is asked for. */
export function SignInForm({ email: before = '' }: SignInFormProps) {
  const t = useT();
  const form = useSignIn(before);
  const { isSending, error, needsCode } = form;
  return (
    <form className={styles['form']} onSubmit={form.onSubmit}>
      <Field
        label={t('session.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={form.email}
        onChange={form.setEmail}
        isRequired
        isDisabled={isSending || needsCode}
        autoFocus={before === ''}
      />
      <Field
        label={t('session.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        onChange={form.setPassword}
        isRequired
        isDisabled={isSending || needsCode}
        autoFocus={before !== ''}
      />
      {needsCode && <CodeField value={form.code} onChange={form.setCode} isDisabled={isSending} />}
      {error && error.code !== 'CODE_REQUIRED' && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button type="submit" kind="primary" isWide isPending={isSending}>
        {t('session.signIn')}
      </Button>
      {!needsCode && knowsPasskeys() && <PasskeySignIn />}
      {needsCode && (
        <Button kind="quiet" onPress={form.startAnew} isDisabled={isSending}>
          {t('session.otherAddress')}
        </Button>
      )}
    </form>
  );
}

/** Signs in with a passkey alone. */
function PasskeySignIn() {
  const t = useT();
  const { submit, isSending, error } = useSubmit(async () => {
    const { options } = await call('POST /staff/api/passkey/challenge');
    return call('POST /staff/api/passkey/session', { body: { answer: await askPasskey(options) } });
  });
  const enter = async () => {
    const reply = await submit(undefined);
    if (reply) signedIn(reply);
  };
  return (
    <>
      <Button isWide isPending={isSending} onPress={() => void enter()}>
        {t('passkeys.signIn')}
      </Button>
      {error && <FormError>{codeText('errors', error.code)}</FormError>}
    </>
  );
}

function useSignIn(before: string) {
  const [email, setEmail] = useState(before);
  const [password, setPassword] = useState('');
  const { code, setCode, needsCode, withCode, askNoCode } = useCodeOnDemand();
  const { submit, isSending, error, clearError } = useSubmit(() =>
    withCode((given) => call('POST /staff/api/session', { body: { email, password, ...given } })),
  );
  const enter = async () => {
    const reply = await submit(undefined);
    if (reply) signedIn(reply);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void enter();
  };
  const startAnew = () => {
    askNoCode();
    clearError();
  };
  return {
    email,
    setEmail,
    password,
    setPassword,
    code,
    setCode,
    needsCode,
    isSending,
    error,
    onSubmit,
    startAnew,
  };
}
