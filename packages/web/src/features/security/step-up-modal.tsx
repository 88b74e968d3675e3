import type { RequestBody, ResponseBody } from '@krapao/contract/routes';
import { TEXT_MAX } from '@krapao/contract/limits';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { askPasskey, CodeForm } from './security-api.tsx';

/** Asks the member for proof: a passkey or a code where there is one, else the password. */
export function StepUpModal({ onClose }: ModalComponentProps<'step-up'>) {
  const t = useT();
  const { ways, error, load } = useWays();
  const { busy, run } = useBusy();

  const prove = (body: RequestBody<'POST /api/step-up'>) =>
    run(async () => {
      try {
        await call('POST /api/step-up', { body });
      } catch (fault) {
        toast.error(fault);
        return;
      }
      onClose({ refresh: true });
    });
  const provePasskey = async () => {
    try {
      const { options } = await call('POST /api/step-up/challenge');
      const answer = await askPasskey(options);
      if (answer) await prove({ answer });
    } catch (fault) {
      toast.error(fault);
    }
  };

  const hasPasskey = ways?.includes('passkey') === true && knowsPasskeys();
  return (
    <Dialog title={t('security.proofTitle')} busy={busy} onClose={() => onClose()}>
      <Stack>
        <p>{t('security.proofLead')}</p>
        {!ways && (error === undefined ? <Spinner /> : <LoadFailed onRetry={load} />)}
        {hasPasskey && (
          <Button icon="fingerprint" wide disabled={busy} onClick={provePasskey}>
            {t('security.byPasskey')}
          </Button>
        )}
        {ways?.includes('code') && (
          <CodeForm
            busy={busy}
            isSecond={hasPasskey}
            submitLabel={t('security.confirm')}
            label={t('factor.code')}
            hint={t('factor.codeHint')}
            onSubmit={(code) => prove({ code })}
          />
        )}
        {ways?.includes('password') && (
          <PasswordForm busy={busy} onSubmit={(password) => prove({ password })} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Asks for the ways each time: a factor may have come since the proof before. */
function useWays() {
  const [ways, setWays] = useState<ResponseBody<'GET /api/step-up'>['ways']>();
  const [error, setError] = useState<unknown>();
  useEffect(() => void call('GET /api/step-up').then((reply) => setWays(reply.ways), setError), []);
  const load = () => {
    setError(undefined);
    return call('GET /api/step-up').then((reply) => setWays(reply.ways), setError);
  };
  return { ways, error, load };
}

function PasswordForm({ busy, onSubmit }: { busy: boolean; onSubmit: (password: string) => unknown }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === '') return ref.current?.focus();
    void onSubmit(password);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordField
          ref={ref}
          label={t('security.password')}
          name="password"
          autoComplete="current-password"
          maxLength={TEXT_MAX.password}
          value={password}
          onChange={setPassword}
          error={tried && password === '' ? t('common.required') : undefined}
          readOnly={busy}
        />
        <Button type="submit" busy={busy} wide>
          {t('security.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
