import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { navigate } from '../../lib/router.tsx';
import { useBackLayer } from '../../lib/use-back-layer.ts';
import { toast } from '../../ui/toast-store.ts';
import { CodeStep } from './code-step.tsx';
import { forgetReset, keepReset, readReset, type KeptReset } from './kept-reset.ts';
import { PhoneStep } from './phone-step.tsx';

/** Delay before a new code may be requested. */
const RESEND_AFTER_MS = 60_000;

const BEGUN: KeptReset = { phone: '', step: 'phone', resendAtMs: 0 };

/** Sets a forgotten password: the phone, then its code with the new password. */
export function ResetForm() {
  const t = useT();
  const [reset, setReset] = useState(() => readReset() ?? BEGUN);
  const { phone, step, resendAtMs } = reset;
  const [isBack, setIsBack] = useState(false);
  const toPhone = () => {
    setIsBack(true);
    setReset({ ...reset, step: 'phone' });
  };
  useBackLayer(step === 'code', toPhone, step);
  useEffect(() => {
    if (reset.phone !== '') keepReset(reset);
  }, [reset]);

  const send = async () => {
    await call('POST /api/password/reset', { body: { phone }, namesBrowser: true });
    setReset({ phone, step: 'code', resendAtMs: serverNow() + RESEND_AFTER_MS });
  };

  if (step === 'phone') {
    return (
      <PhoneStep
        phone={phone}
        isBack={isBack}
        // A code for another number can be sent at once.
        onChange={(typed) => setReset({ phone: typed, step, resendAtMs: typed === phone ? resendAtMs : 0 })}
        onSubmit={async () => {
          // A visitor who stepped back by mistake already holds a code and should not be told to wait for one.
          if (serverNow() < resendAtMs) setReset({ ...reset, step: 'code' });
          else await send();
        }}
        onHasCode={() => setReset({ ...reset, step: 'code' })}
      />
    );
  }
  return (
    <CodeStep
      phone={phone}
      resendAtMs={resendAtMs}
      onResend={send}
      onChangePhone={toPhone}
      onSubmit={async (code, password) => {
        await call('POST /api/password/reset/confirm', {
          body: { phone, code, password },
          namesBrowser: true,
        });
        forgetReset();
        toast.success(t('reset.success'));
        navigate('/login', { replace: true });
      }}
    />
  );
}
