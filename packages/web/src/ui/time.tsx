import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../lib/clock.ts';
import {
  formatCountdown,
  formatDateTime,
  formatRelative,
  toEpochMs,
  type InstantInput,
} from '../lib/dates.ts';
import { useLocale, useT } from '../lib/i18n/i18n.ts';
import { LANGUAGE_TAG } from '../lib/i18n/locale.ts';

/** Returns the server's time in epoch milliseconds, updated at the given interval while mounted. */
export function useServerNow(tickMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}

/** Relative time ("5 minutes ago"), with the full date and time as a tooltip. */
export function RelativeTime({ at }: { at: InstantInput }) {
  const t = useT();
  const locale = useLocale();
  const now = useServerNow(15_000);
  const epochMs = toEpochMs(at);
  if (epochMs === undefined) return null;
  const text = formatRelative(epochMs, Math.max(now, serverNow()), LANGUAGE_TAG[locale]) ?? t('kit.justNow');
  return (
    <time dateTime={new Date(epochMs).toISOString()} title={formatDateTime(epochMs)}>
      {text}
    </time>
  );
}

/** `DD/MM/YYYY HH:mm:ss` in Bangkok time. */
export function DateTime({ at }: { at: InstantInput }) {
  const epochMs = toEpochMs(at);
  if (epochMs === undefined) return null;
  return <time dateTime={new Date(epochMs).toISOString()}>{formatDateTime(epochMs)}</time>;
}

interface CountdownProps {
  /** End of the countdown: epoch milliseconds or seconds, or ISO text. */
  until: InstantInput;
  onEnd?: () => void;
}

/** Remaining time as `mm:ss` by the server's clock, updated every second. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const now = useServerNow(1_000);
  const remainingMs = (toEpochMs(until) ?? 0) - now;
  const ended = remainingMs <= 0;
  const finish = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (ended) finish();
  }, [ended]);
  return <span role="timer">{formatCountdown(remainingMs)}</span>;
}
