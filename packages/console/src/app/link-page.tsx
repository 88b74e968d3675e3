import { useState, type SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Entrance } from './entrance.tsx';
import styles from './entrance.module.css';

/** Shortest password of staff, as the server checks it. */
const SHORTEST = 10;

/** Sets the password with a one-time link: `/link#TOKEN`. The token never reaches a server in an address. */
export function LinkPage({ token }: { token: string }) {
  const t = useT();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Entrance title={t('link.done')} lead={t('link.doneHint')}>
        <a href="/">{t('session.signIn')}</a>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('link.title')} lead={t('link.lead', { count: SHORTEST })}>
      {token === '' ? (
        <p role="alert">{t('errors.LINK_INVALID')}</p>
      ) : (
        <PasswordForm token={token} onDone={() => setDone(true)} />
      )}
    </Entrance>
  );
}

function PasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { submit, isSending, error } = useSubmit(() =>
    call('POST /staff/api/links', { body: { token, password } }),
  );
  const isOther = repeated !== '' && repeated !== password;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (password !== repeated) return;
    if (await submit(undefined)) onDone();
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <Field
        label={t('link.password')}
        type="password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        maxLength={72}
        isRequired
        isDisabled={isSending}
        autoFocus
      />
      <Field
        label={t('link.repeat')}
        type="password"
        name="repeated-password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        maxLength={72}
        isRequired
        isDisabled={isSending}
        error={isOther ? t('link.other') : undefined}
      />
      {error && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button
        type="submit"
        kind="primary"
        isWide
        isPending={isSending}
        isDisabled={password === '' || repeated !== password}
      >
        {t('link.save')}
      </Button>
    </form>
  );
}
