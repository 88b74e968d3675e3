import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useState, type SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { knowsPasskeys, makePasskey } from '../lib/passkeys.ts';
import { useRead, useReadAgain } from '../lib/reads.ts';
import { loadSession } from '../lib/session.ts';
import { useProof } from '../lib/use-proof.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Panel, PanelBody, Row } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';
import { When } from '../ui/when.tsx';
import styles from './entrance.module.css';
import { ProofFields } from './proof-fields.tsx';

type Passkey = StaffReply<'GET /staff/api/passkeys'>['items'][number];

const NO_INPUT = {};

/** The person's passkeys: those that there are, and a new one. */
export function Passkeys() {
  const t = useT();
  const read = useRead('GET /staff/api/passkeys', NO_INPUT);
  const [leaving, setLeaving] = useState<Passkey>();
  return (
    <Panel title={t('passkeys.title')}>
      <PanelBody>
        <p>{t('passkeys.lead')}</p>
        <Loaded read={read} rows={2}>
          {({ items }) => (
            <ul>
              {items.map((one) => (
                <li key={one.id}>
                  <Row>
                    <strong>{one.name}</strong>
                    <When at={one.createdAt} isInline />
                    <Button kind="quiet" onPress={() => setLeaving(one)}>
                      {t('passkeys.forget')}
                    </Button>
                  </Row>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {knowsPasskeys() ? <NewPasskey /> : <p>{t('passkeys.unknown')}</p>}
      </PanelBody>
      {leaving && <ForgetDialog passkey={leaving} onClose={() => setLeaving(undefined)} />}
    </Panel>
  );
}

function ForgetDialog({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT();
  const proof = useProof();
  return (
    <ActionDialog
      title={t('passkeys.forgetTitle', { name })}
      submitLabel={t('passkeys.forget')}
      tone="danger"
      reason="none"
      isReady={proof.password !== ''}
      send={() => proof.withProof((body) => call('DELETE /staff/api/passkeys/:id', { params: { id }, body }))}
      onClose={onClose}
    >
      <p>{t('passkeys.forgetHint')}</p>
      <ProofFields proof={proof} />
    </ActionDialog>
  );
}

function NewPasskey() {
  const t = useT();
  const readAgain = useReadAgain();
  const [name, setName] = useState('');
  const proof = useProof();
  const { submit, isSending, error } = useSubmit(async () => {
    const { options } = await proof.withProof((body) => call('POST /staff/api/passkeys/challenge', { body }));
    const answer = await makePasskey(options);
    return call('POST /staff/api/passkeys', { body: { name: name.trim(), answer } });
  });
  const add = async () => {
    if (!(await submit(undefined))) return;
    proof.clear();
    setName('');
    tell(t('passkeys.added'));
    await Promise.all([readAgain(), loadSession()]);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <form className={styles['form']} onSubmit={onSubmit}>
      <Field
        label={t('passkeys.name')}
        hint={t('passkeys.nameHint')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        isDisabled={isSending}
      />
      <ProofFields proof={proof} isDisabled={isSending} />
      {error && error.code !== 'CODE_REQUIRED' && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button type="submit" isPending={isSending}>
        {t('passkeys.add')}
      </Button>
    </form>
  );
}
