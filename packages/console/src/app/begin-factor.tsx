import type { SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { useProof } from '../lib/use-proof.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import styles from './entrance.module.css';
import type { NewFactor } from './new-factor.ts';
import { ProofFields } from './proof-fields.tsx';

/** Asks for the password and the present factor again before a new authenticator app is set up. */
export function BeginFactor({ onBegun }: { onBegun: (factor: NewFactor) => void }) {
  const t = useT();
  const proof = useProof();
  const { submit, isSending, error } = useSubmit(() =>
    proof.withProof((body) => call('POST /staff/api/totp', { body })),
  );
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    const factor = await submit(undefined);
    if (factor) onBegun(factor);
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void begin(event)}>
      <p>{t('factor.lead')}</p>
      <ProofFields proof={proof} isDisabled={isSending} />
      {error && error.code !== 'CODE_REQUIRED' && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button type="submit" kind="primary" isPending={isSending}>
        {t('factor.begin')}
      </Button>
    </form>
  );
}
