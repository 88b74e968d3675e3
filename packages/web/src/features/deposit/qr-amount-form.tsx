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
  /** What is typed. */
  text: string;
  onText: (text: string) => void;
  onCreate: (amountMinor: Minor) => Promise<void>;
}

/** Asks for the amount of a QR. */
export function QrAmountForm({ provider, currency, text, onText, onCreate }: QrAmountFormProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const amountMinor = parseTyped(text);
  const minimumMinor = qrMinimum(provider);
  const canPress = canPressCreate(provider, amountMinor, minimumMinor);

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
        limits={t('kit.minAmountMsg', { amount: formatMoney(minimumMinor, currency) })}
      />
      <div className={styles.reach}>
        <Button type="submit" icon="qr" busy={busy} disabled={!canPress} wide>
          {t('deposit.create')}
        </Button>
      </div>
    </form>
  );
}
