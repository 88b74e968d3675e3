import { toEpochMs, BANGKOK_OFFSET_MS } from '../../lib/dates.ts';
import type { Locale } from '../../lib/i18n/locale.ts';

/** Day before month everywhere, as in other dates of the app; the calendar is Gregorian in every language. */
const INTL_TAG: Readonly<Record<Exclude<Locale, 'la'>, string>> = {
  th: 'th-TH-u-ca-gregory-nu-latn',
  en: 'en-GB',
};

/** Lao names, since browsers know hardly any Lao. The week begins with Sunday. */
const LAO_WEEKDAYS = ['ວັນອາທິດ', 'ວັນຈັນ', 'ວັນອັງຄານ', 'ວັນພຸດ', 'ວັນພະຫັດ', 'ວັນສຸກ', 'ວັນເສົາ'] as const;
const LAO_MONTHS = [
  'ມັງກອນ',
  'ກຸມພາ',
  'ມີນາ',
  'ເມສາ',
  'ພຶດສະພາ',
  'ມິຖຸນາ',
  'ກໍລະກົດ',
  'ສິງຫາ',
  'ກັນຍາ',
  'ຕຸລາ',
  'ພະຈິກ',
  'ທັນວາ',
] as const;

/**
 * Formats the Bangkok day of an instant in words ("Friday 20 November"), with the year when it is not that of
 * `nowMs`. Empty for an unreadable instant.
 */
export function dayText(at: string, nowMs: number, locale: Locale): string {
  const epochMs = toEpochMs(at);
  if (epochMs === undefined) return '';
  const day = new Date(epochMs + BANGKOK_OFFSET_MS);
  const isThisYear = day.getUTCFullYear() === new Date(nowMs + BANGKOK_OFFSET_MS).getUTCFullYear();
  if (locale === 'la') {
    const weekday = LAO_WEEKDAYS[day.getUTCDay()];
    const month = LAO_MONTHS[day.getUTCMonth()];
    const text = `${weekday} ${day.getUTCDate()} ${month}`;
    return isThisYear ? text : `${text} ${day.getUTCFullYear()}`;
  }
  return new Intl.DateTimeFormat(INTL_TAG[locale], {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(day);
}
