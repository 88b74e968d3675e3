import { minor, toDecimal, type Currency } from '@krapao/contract/money';
import { useRef, useState } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { formatMoney, minorOf, parseTyped } from '../../lib/money.ts';
import { useApi } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { wireOf } from '../../operations/movement.ts';
import { AmountEntry } from '../../ui/amount-entry.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { Choices, Protection } from './types.ts';
import styles from './protection.module.css';
import { PendingNote } from './pending-note.tsx';
import { KIND_TEXT, limitOf, PERIOD_TEXT } from './texts.ts';
import { useChange } from './use-change.ts';

type Props = ModalComponentProps<'limit'>;

const SMALLEST = minor(1n);

/** Sets one limit: any amount, or none. */
export function LimitModal({ props, onClose }: Props) {
  const t = useT();
  const state = useApi('GET /api/protection');
  const choices = useApi('GET /api/protection/choices', undefined, { revalidateOnFocus: false });
  const currency = useWallet().userInfo?.currency;
  if (state.data && choices.data && currency) {
    const given = { props, onClose, currency, protection: state.data, choices: choices.data };
    return <LimitForm {...given} />;
  }
  const fault = state.error ?? choices.error;
  const retry = () => Promise.all([state.mutate(), choices.mutate()]);
  return (
    <Dialog title={t(KIND_TEXT[props.kind])} onClose={() => onClose()}>
      {fault === undefined ? <Spinner /> : <LoadFailed onRetry={retry} />}
    </Dialog>
  );
}

interface FormProps extends Props {
  protection: Protection;
  choices: Choices;
  currency: Currency;
}

function LimitForm({ props: { kind, period }, onClose, protection, choices, currency }: FormProps) {
  const t = useT();
  const change = useChange();
  const { busy, run } = useBusy();
  const inputRef = useRef<HTMLInputElement>(null);
  const limit = limitOf(protection.limits, { kind, period });
  const [text, setText] = useState(limit ? toDecimal(minorOf(limit.amount)) : '');
  const [pressed, setPressed] = useState(false);
  const typedMinor = parseTyped(text);
  const isTooLittle = typedMinor === null || typedMinor < SMALLEST;

  const set = (amount: number | null) =>
    run(async () => {
      const body = { kind, period, amount };
      const done = ({ limits }: Protection) =>
        t(limitOf(limits, { kind, period })?.pending ? 'protection.asked' : 'protection.saved');
      if (await change(() => call('PUT /api/protection/limits', { body }), done)) onClose();
    });
  const save = () => {
    setPressed(true);
    if (isTooLittle) return inputRef.current?.focus();
    return set(wireOf(text));
  };
  return (
    <Dialog
      title={t(KIND_TEXT[kind])}
      onClose={() => onClose()}
      busy={busy}
      footer={
        <Button wide busy={busy} onClick={save}>
          {t('protection.save')}
        </Button>
      }
    >
      <Stack>
        <p className={styles.period}>{t(PERIOD_TEXT[period])}</p>
        <AmountEntry
          ref={inputRef}
          label={t('protection.atMost')}
          value={text}
          onChange={setText}
          currency={currency}
          disabled={busy}
          error={
            pressed && isTooLittle
              ? t('kit.minAmountMsg', { amount: formatMoney(SMALLEST, currency) })
              : undefined
          }
        />
        <p className={styles.quiet}>{t('protection.limitRule', { hours: choices.loosenHours })}</p>
        {limit?.pending && (
          <PendingNote pending={limit.pending} currency={currency}>
            {t('protection.askDropped')}
          </PendingNote>
        )}
        {limit && (
          <Button variant="ghost" size="small" disabled={busy} onClick={() => set(null)}>
            {t('protection.remove')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
