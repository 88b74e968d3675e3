import { useState, type SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { useCodeOnDemand } from '../lib/use-code-on-demand.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { FormError } from '../ui/form-error.tsx';
import { CodeField } from './code-field.tsx';
import styles from './entrance.module.css';
import type { NewFactor } from './new-factor.ts';

/** Asks for the password again, and for a code of the present app, before a new authenticator app is set up. */
export function BeginFactor({ onBegun }: { onBegun: (factor: NewFactor) => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const { code, setCode, needsCode, withCode } = useCodeOnDemand();
  const { submit, isSending, error } = useSubmit(() =>
    withCode((given) => call('POST /staff/api/totp', { body: { password, ...given } })),
  );
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    const factor = await submit(undefined);
    if (factor) onBegun(factor);
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void begin(event)}>
      <p>{t('factor.lead')}</p>
      <Field
        label={t('session.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        isDisabled={isSending}
      />
      {needsCode && <CodeField value={code} onChange={setCode} isDisabled={isSending} />}
      {error && error.code !== 'CODE_REQUIRED' && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button type="submit" kind="primary" isPending={isSending}>
        {t('factor.begin')}
      </Button>
    </form>
  );
}
