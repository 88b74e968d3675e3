import { QR_SHORTCUTS, type QrProvider } from '@krapao/contract/limits';
import type { Currency, Minor } from '@krapao/contract/money';
import { useRef, useState, type SubmitEvent } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney, parseTyped } from '../../lib/money.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './deposit.module.css';
import { canPressCreate, isSendable, qrMinimum } from './qr-rules.ts';

interface QrAmountFormProps {
  provider: QrProvider;
  currency: Currency;
  /** Largest amount of one QR; undefined where the server sends none. */
  maximumMinor: Minor | undefined;
  /** Typed text. */
  text: string;
  onText: (text: string) => void;
  onCreate: (amountMinor: Minor) => Promise<void>;
}

/** Asks for the amount of a QR. */
export function QrAmountForm(props: QrAmountFormProps) {
  const { provider, currency, maximumMinor, text, onText, onCreate } = props;
  const t = useT();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const amountMinor = parseTyped(text);
  const minimumMinor = qrMinimum(provider);
  const isTooMuch = amountMinor !== null && maximumMinor !== undefined && amountMinor > maximumMinor;
  const canPress = canPressCreate(provider, amountMinor, minimumMinor) && !isTooMuch;
  const minimum = formatMoney(minimumMinor, currency);
  const maximum = maximumMinor === undefined ? undefined : formatMoney(maximumMinor, currency);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (running.current || !canPress) return;
    if (!isSendable(amountMinor)) {
      inputRef.current?.focus();
      return;
    }
    running.current = true;
    setBusy(true);
    await onCreate(amountMinor);
    running.current = false;
    setBusy(false);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <AmountEntry
        ref={inputRef}
        label={t('kit.amount')}
        value={text}
        onChange={onText}
        currency={currency}
        quickAmounts={QR_SHORTCUTS[provider]}
        readOnly={busy}
        limits={
          maximum === undefined
            ? t('kit.minAmountMsg', { amount: minimum })
            : t('kit.amountRange', { min: minimum, max: maximum })
        }
        error={isTooMuch && maximum !== undefined ? t('kit.maxAmountMsg', { amount: maximum }) : undefined}
      />
      <div className={styles.reach}>
        <Button type="submit" icon="qr" busy={busy} disabled={!canPress} wide>
          {t('deposit.create')}
        </Button>
      </div>
    </form>
  );
}
