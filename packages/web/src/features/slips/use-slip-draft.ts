import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, NOTHING_SENT } from '../../lib/api-error.ts';
import { getConnection, onConnectionChange } from '../../lib/connection.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { newKey, runIntent } from '../../lib/intent.ts';
import { upload } from '../../lib/upload.ts';
import { toast } from '../../ui/toast-store.ts';
import { lookAtPicture, type Look } from './look-at-picture.ts';
import { slipSentBefore } from './sent-before.ts';
import type { Slip } from './slip-rules.ts';

/** A picture whose way was cut is sent again at this pace. */
const RESEND_MS = 5_000;

/** What is known of the chosen picture; null while it is being looked at. */
export type Finding = Look | { kind: 'sent-before'; sentAt: string } | null;

/** A picture that was chosen and is not sent yet. */
export interface Draft {
  file: File;
  /** Sending the same picture again under the same key makes no second slip. */
  key: string;
  preview: ImageBitmap | null;
  finding: Finding;
  /** Share of the upload that is done, 0 to 1; null while nothing is being sent. */
  progress: number | null;
  /** The connection was lost on the way, and it goes out again when it is back. */
  isCut: boolean;
}

interface SlipDraft {
  draft: Draft | null;
  choose: (file: File) => void;
  drop: () => void;
  /** Sends the chosen picture; faults are told by a toast, and the picture stays. */
  send: () => Promise<void>;
}

/** The picture being chosen and sent. `onSent` is told the slip the server made of it. */
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
    try {
      // The key stays with the picture: sent again after any answer, it is the same slip.
      const { slip } = await runIntent('slip', { draft: key }, () =>
        upload('POST /api/wallet/slip', file, {
          idempotencyKey: key,
          signal: controller.signal,
          onProgress: (part) => patch(part),
        }),
      );
      looking.current?.abort();
      setDraft(null);
      onSent(slip);
    } catch (error) {
      if (controller.signal.aborted) return;
      const isUnsent = error instanceof ApiError && error.code === NOTHING_SENT;
      // The player has paid: that no money has moved is not true of them.
      toast.error(isUnsent ? t('slips.unsent') : error);
      // What was said not to have been sent is not sent later by itself either.
      const isCut = error instanceof ApiError && error.status === 0 && !isUnsent;
      patch(null, isCut);
    } finally {
      sending.current = null;
    }
  };

  const goOn = useEffectEvent(() => void send());
  const isCut = draft?.isCut ?? false;
  useEffect(() => {
    if (!isCut) return;
    const stop = onConnectionChange(() => getConnection() === 'online' && goOn());
    // Nobody tells of a network that is there but carries nothing for a moment.
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
