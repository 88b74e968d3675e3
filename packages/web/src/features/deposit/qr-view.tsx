import type { Currency, Minor } from '@krapao/contract/money';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './deposit.module.css';
import { FormPlaceholder } from './form-placeholder.tsx';
import { QrAmountForm } from './qr-amount-form.tsx';
import { QrTicket } from './qr-ticket.tsx';
import { useQr, type QrOptions } from './use-qr.ts';

interface QrViewProps extends QrOptions {
  currency: Currency;
  /** Largest amount of one QR; undefined where the server sends none. */
  maximumMinor: Minor | undefined;
  /** Name of the payee as the bank app will show it. */
  payee: string;
  /** The member says that the money has been sent. */
  onDone: () => void;
}

/** Deposit by a provider's QR: the amount form, or the open QR with the time left. */
export function QrView({ currency, maximumMinor, payee, onDone, ...options }: QrViewProps) {
  const { provider } = options;
  const t = useT();
  const [text, setText] = useState('');
  const qr = useQr(options);
  const ref = useKeptFocus(qr.open !== null);

  if (qr.status === 'failed') return <LoadFailed onRetry={qr.retry} />;
  if (qr.status === 'loading') return <FormPlaceholder />;
  return (
    <div ref={ref} className={styles.view} tabIndex={-1}>
      {qr.open ? (
        <QrTicket
          qr={qr.open}
          currency={currency}
          payee={payee}
          onExpire={qr.expireNow}
          onCancel={qr.cancel}
          onDone={onDone}
        />
      ) : (
        <>
          {qr.notice && (
            <p className={styles.ended} role="status">
              <Icon name={qr.notice === 'expired' ? 'clock' : 'info'} size={20} />
              <span>{t(qr.notice === 'expired' ? 'deposit.expired' : 'deposit.closed')}</span>
            </p>
          )}
          <QrAmountForm
            provider={provider}
            currency={currency}
            maximumMinor={maximumMinor}
            text={text}
            onText={setText}
            onCreate={qr.create}
          />
        </>
      )}
    </div>
  );
}

/** Keeps the focus in a container whose content changes: the focused element may be gone. */
function useKeptFocus(content: unknown): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [content]);
  return ref;
}
