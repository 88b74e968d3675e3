import type { Currency } from '@krapao/contract/money';
import { useState } from 'react';
import { useT } from '../../lib/i18n/i18n.ts';
import { LoadFailed } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import styles from './deposit.module.css';
import { QrAmountForm } from './qr-amount-form.tsx';
import { QrTicket } from './qr-ticket.tsx';
import { useQr, type QrOptions } from './use-qr.ts';

interface QrViewProps extends QrOptions {
  currency: Currency;
  /** Who the money goes to, as the bank app will show it. */
  payee: string;
  /** The member says that the money is sent. */
  onDone: () => void;
}

/** Deposit by a provider's QR: no QR yet and the amount is asked for, or a QR with the time that is left. */
export function QrView({ currency, payee, onDone, ...options }: QrViewProps) {
  const { provider } = options;
  const t = useT();
  const [text, setText] = useState('');
  const qr = useQr(options);

  if (qr.status === 'failed') return <LoadFailed onRetry={qr.retry} />;
  if (qr.status === 'loading') {
    return (
      <div className={styles.form} aria-busy>
        <Skeleton height={88} />
        <Skeleton height={96} />
        <Skeleton height={52} />
      </div>
    );
  }
  if (qr.open) {
    return (
      <QrTicket
        qr={qr.open}
        currency={currency}
        payee={payee}
        onExpire={qr.expireNow}
        onCancel={qr.cancel}
        onDone={onDone}
      />
    );
  }
  return (
    <>
      {qr.ended && (
        <p className={styles.ended} role="status">
          <Icon name={qr.ended === 'expired' ? 'clock' : 'info'} size={20} />
          <span>{t(qr.ended === 'expired' ? 'deposit.expired' : 'deposit.closed')}</span>
        </p>
      )}
      <QrAmountForm
        provider={provider}
        currency={currency}
        text={text}
        onText={setText}
        onCreate={qr.create}
      />
    </>
  );
}
