import type { QrProvider } from '@krapao/contract/limits';
import { toDecimal, type Minor } from '@krapao/contract/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import { useApi } from '../../lib/use-api.ts';
import { qrDeposit } from '../../operations/qr-deposit.ts';
import { send } from '../../operations/send.ts';
import { tellError } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { EMPTY_RECORD, expire, NO_QR, withRecord, type OpenQr, type QrState } from './qr-state.ts';

/** Polling interval of an open QR, so that its end is noticed soon. */
const QR_POLL_MS = 3_000;

export interface QrOptions {
  provider: QrProvider;
  /** The data of this provider's QR may be stale and must not be shown until it is fetched again. */
  needsRefresh: boolean;
  onRefreshed: () => void;
  /** A QR was requested: those of other providers may have been closed. */
  onCreated: () => void;
  /**
   * Called when the open QR ended other than by the member's own cancelling: finds out whether it was paid;
   * never rejects.
   */
  onEnded: () => Promise<void>;
}

export interface Qr {
  open: OpenQr | null;
  /** End of the last QR, once it is known that it was not paid. */
  notice: QrState['ended'];
  /** `loading` until the provider's existing QR is known. */
  status: 'loading' | 'failed' | 'ready';
  retry: () => Promise<unknown>;
  /** Creates a QR; reports faults in a toast. Amount in minor units. */
  create: (amountMinor: Minor) => Promise<void>;
  /** Deletes the open QR; reports faults in a toast. */
  cancel: () => Promise<void>;
  /** The countdown is over. */
  expireNow: () => void;
}

/** One provider's QR: fetched on mounting, polled while it is open. */
export function useQr({ provider, needsRefresh, onRefreshed, onCreated, onEnded }: QrOptions): Qr {
  const [pollMs, setPollMs] = useState(0);
  const { data, error, isValidating, mutate } = useApi(
    'GET /api/qrcode/:provider',
    { params: { provider } },
    { dedupingInterval: 0, refreshInterval: pollMs, onSuccess: onRefreshed },
  );
  const wantedPollMs = data?.hasQrcode ? QR_POLL_MS : 0;
  if (wantedPollMs !== pollMs) setPollMs(wantedPollMs);
  const record = needsRefresh ? undefined : data;
  const [state, setState] = useState<QrState>(NO_QR);
  const [taken, setTaken] = useState<typeof record>();
  if (record && record !== taken) {
    setTaken(record);
    setState(withRecord(state, record, serverNow()));
  }

  const [notice, setNotice] = useState<QrState['ended']>(null);
  const tellEnd = useEffectEvent(onEnded);
  const { ended } = state;
  useEffect(() => {
    let left = false;
    // A paid QR is reported as a deposit, so nothing is shown until the outcome is known.
    if (ended !== null) {
      void tellEnd().then(() => {
        if (!left) setNotice(ended);
      });
    }
    return () => {
      left = true;
      setNotice(null);
    };
  }, [ended]);

  const create = async (amountMinor: Minor) => {
    const sent = await send(qrDeposit, { provider, amount: toDecimal(amountMinor) });
    onCreated();
    if (sent.kind === 'refused' || sent.kind === 'unknown') void tellError(sent.error);
    // A missing answer does not mean that there is no QR.
    if ('reply' in sent) await mutate(sent.reply, { revalidate: false });
    else void mutate();
  };

  const cancel = async () => {
    if (!state.open) return;
    try {
      await call('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: state.open.qrcodeId } });
      setState(NO_QR);
      await mutate(EMPTY_RECORD, { revalidate: false });
    } catch (fault) {
      toast.error(fault);
    }
  };

  return {
    open: state.open,
    notice,
    status: record ? 'ready' : error === undefined || isValidating ? 'loading' : 'failed',
    retry: () => mutate(),
    create,
    cancel,
    expireNow: () => setState(expire),
  };
}
