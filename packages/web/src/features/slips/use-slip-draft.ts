import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, NOTHING_SENT } from '../../lib/api-error.ts';
import { getConnection, onConnectionChange } from '../../lib/connection.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { newKey } from '../../lib/intent.ts';
import { send as sendOperation } from '../../operations/send.ts';
import { slip } from '../../operations/slip.ts';
import { toast } from '../../ui/toast-store.ts';
import { lookAtPicture, type Look } from './look-at-picture.ts';
import { slipSentBefore } from './sent-before.ts';
import type { Slip } from './slip-rules.ts';

/** Interval of retries for a picture whose upload was interrupted. */
const RESEND_MS = 5_000;

/** Finding on the chosen picture; null while it is being examined. */
export type Finding = Look | { kind: 'sent-before'; sentAt: string } | null;

/** Picture that was chosen and is not sent yet. */
export interface Draft {
  file: File;
  /** Sending the same picture again under the same key creates no second slip. */
  key: string;
  preview: ImageBitmap | null;
  finding: Finding;
  /** Share of the upload that is done, 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** The connection was lost during the upload, which restarts when it is back. */
  isCut: boolean;
}

interface SlipDraft {
  draft: Draft | null;
  choose: (file: File) => void;
  drop: () => void;
  /** Sends the chosen picture; reports faults in a toast, and keeps the picture. */
  send: () => Promise<void>;
}

/** State of choosing and sending a picture. `onSent` is called with the slip that the server created. */
export function useSlipDraft(onSent: (slip: Slip) => void): SlipDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const looking = useRef<AbortController>(null);
  const sending = useRef<AbortController>(null);

  useEffect(
    () => () => {
      looking.current?.abort();
      sending.current?.abort();
    },
    [],
  );

  const choose = (file: File) => {
    looking.current?.abort();
    const controller = new AbortController();
    looking.current = controller;
    const { signal } = controller;
    const key = newKey();
    const patch = (part: Partial<Draft>) =>
      setDraft((held) => (held?.key === key ? { ...held, ...part } : held));
    setDraft({ file, key, preview: null, finding: null, progress: null, isCut: false });
    void lookAtPicture(file, { signal, onPreview: (preview) => patch({ preview }) })
      .then(withHistory)
      .then((finding) => patch({ finding }));
  };

  const drop = () => {
    looking.current?.abort();
    setDraft(null);
  };

  const send = async () => {
    if (!draft || sending.current) return;
    const { file, key } = draft;
    const controller = new AbortController();
    sending.current = controller;
    const patch = (progress: number | null, isCut = false) =>
      setDraft((held) => (held?.key === key ? { ...held, progress, isCut } : held));
    patch(0);
    const { signal } = controller;
    // The key stays with the picture: sent again after any answer, it is the same slip.
    const sent = await sendOperation(
      slip,
      { draft: key },
      { file, signal, onProgress: (part) => patch(part) },
    );
    sending.current = null;
    if (sent.kind !== 'refused' && sent.kind !== 'unknown') {
      looking.current?.abort();
      setDraft(null);
      onSent(sent.reply.slip);
      return;
    }
    if (signal.aborted) return;
    const { error } = sent;
    const isUnsent = error instanceof ApiError && error.code === NOTHING_SENT;
    // The player has already paid, so the text "no money has moved" would be wrong here.
    toast.error(isUnsent ? t('slips.unsent') : error);
    // A picture reported as not sent is not sent later automatically either.
    const isCut = error instanceof ApiError && error.status === 0 && !isUnsent;
    patch(null, isCut);
  };

  const goOn = useEffectEvent(() => void send());
  const isCut = draft?.isCut ?? false;
  useEffect(() => {
    if (!isCut) return;
    const stop = onConnectionChange(() => getConnection() === 'online' && goOn());
    // No event tells of a network that exists but briefly carries no data.
    const timer = setInterval(() => getConnection() !== 'offline' && goOn(), RESEND_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isCut]);

  return { draft, choose, drop, send };
}

async function withHistory(look: Look): Promise<Finding> {
  if (look.kind !== 'slip') return look;
  const earlier = await slipSentBefore(look.reference);
  return earlier ? { kind: 'sent-before', sentAt: earlier.createdAt } : look;
}
