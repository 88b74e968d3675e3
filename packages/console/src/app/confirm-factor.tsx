import { create } from 'qrcode';
import { useMemo, useState, type SubmitEvent } from 'react';
import { call } from '../lib/call.ts';
import { codeText, useT } from '../lib/i18n.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Field } from '../ui/fields.tsx';
import { FormError } from '../ui/form-error.tsx';
import styles from './entrance.module.css';
import type { NewFactor } from './new-factor.ts';

interface ConfirmFactorProps {
  factor: NewFactor;
  onDone: (recoveryCodes: readonly string[]) => void;
}

/** Shows the QR code for the authenticator app and asks for its first code. */
export function ConfirmFactor({ factor, onDone }: ConfirmFactorProps) {
  const t = useT();
  const [code, setCode] = useState('');
  const { submit, isSending, error } = useSubmit(() =>
    call('PUT /staff/api/totp', { body: { code: code.trim() } }),
  );
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    const reply = await submit(undefined);
    if (reply) onDone(reply.recoveryCodes);
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void confirm(event)}>
      <p>{t('factor.scan')}</p>
      <QrCode text={factor.uri} label={t('factor.qr')} />
      <p>
        {t('factor.secret')} <Copy text={factor.secret} />
      </p>
      <Field
        label={t('session.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        isRequired
        isDisabled={isSending}
        maxLength={40}
        autoFocus
      />
      {error && <FormError>{codeText('errors', error.code)}</FormError>}
      <Button type="submit" kind="primary" isPending={isSending}>
        {t('factor.confirm')}
      </Button>
    </form>
  );
}

/** Readers need a white margin of four modules. */
const MARGIN = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const dark = Array.from(modules.data.keys()).filter((at) => modules.data[at] === 1);
    const squares = dark.map(
      (at) => `M${(at % modules.size) + MARGIN} ${Math.floor(at / modules.size) + MARGIN}h1v1h-1z`,
    );
    return { size: modules.size + 2 * MARGIN, path: squares.join('') };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} role="img" aria-label={label}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
