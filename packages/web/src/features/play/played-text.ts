import type { Translate } from '../../lib/i18n/i18n.ts';

/** Returns a time of play. */
export function playedText(t: Translate, minutes: number): string {
  if (minutes < 60) return t('play.minutes', { count: minutes });
  return t('play.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
