import { toDecimal, type Currency } from '@krapao/contract/money';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Countdown } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import sheet from './deposit.module.css';
import { drawQrPicture, handOver } from './qr-picture.ts';
import type { OpenQr } from './qr-state.ts';
import styles from './qr-ticket.module.css';

interface QrTicketProps {
  qr: OpenQr;
  currency: Currency;
  /** Name of the payee as the bank app will show it. */
  payee: string;
  onExpire: () => void;
  onCancel: () => Promise<void>;
  onDone: () => void;
}

/** A payable QR: amount, code, time left, and its buttons. */
export function QrTicket({ qr, currency, payee, onExpire, onCancel, onDone }: QrTicketProps) {
  const t = useT();
  const ticketRef = useRef<HTMLElement>(null);
  const codeRef = useRef<HTMLDivElement>(null);
  const amount = formatMoney(qr.amountMinor, currency);

  // On a small phone the amount form leaves the sheet scrolled away from the ticket.
  useEffect(() => {
    ticketRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const save = async () => {
    try {
      const code = codeRef.current?.querySelector('svg, img');
      if (!code) throw new Error('the QR markup has no image');
      const picture = await drawQrPicture(code, {
        amount,
        lines: [payee, t('deposit.payBefore', { time: formatDateTime(qr.expiresAtMs) })],
      });
      await handOver(picture, `qr-${toDecimal(qr.amountMinor)}.png`);
    } catch (error) {
      console.warn('saving the QR failed', error);
      toast.error(t('deposit.saveFailed'));
    }
  };

  return (
    <>
      <section ref={ticketRef} className={styles.ticket} aria-label={t('deposit.toPay')}>
        <header className={styles.head}>
          <span className={styles.label}>{t('deposit.toPay')}</span>
          <Amount value={qr.amountMinor} currency={currency} smallDecimals className={styles.amount} />
          <span className={styles.payee} translate="no">
            {payee}
          </span>
        </header>
        <div ref={codeRef} className={styles.code} role="img" aria-label={t('deposit.qrAlt', { amount })}>
          <SafeHtml key={qr.qrcodeId} html={qr.markup} />
        </div>
        <div className={styles.foot}>
          <p className={styles.time}>
            <Icon name="clock" size={18} />
            {t('deposit.timeLeft')}
            <strong>
              <Countdown key={qr.expiresAtMs} until={qr.expiresAtMs} onEnd={onExpire} />
            </strong>
          </p>
          <Button variant="ghost" size="small" className={styles.cancel} onClick={onCancel}>
            {t('deposit.cancelQr')}
          </Button>
        </div>
      </section>
      <p className={styles.hint}>{t('deposit.scanHint')}</p>
      <p className={styles.waiting}>
        <span className={styles.pulse} aria-hidden />
        {t('deposit.waiting')}
      </p>
      <div className={classNames(styles.actions, sheet.reach)}>
        <Button variant="secondary" icon="tray-down" onClick={save}>
          {t('deposit.saveImage')}
        </Button>
        <Button onClick={onDone}>{t('deposit.done')}</Button>
      </div>
    </>
  );
}
