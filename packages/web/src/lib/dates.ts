/** Bangkok and Vientiane keep UTC+7 all year, so a fixed offset is exact. */
export const BANGKOK_OFFSET_MS = 7 * 60 * 60 * 1000;

/** A point in time as the API may send it: epoch milliseconds, epoch seconds, or ISO 8601 text. */
export type InstantInput = number | string | Date;

/** Returns the epoch milliseconds of an instant, or undefined when it cannot be read. */
export function toEpochMs(input: InstantInput | null | undefined): number | undefined {
  if (input === null || input === undefined || input === '') return undefined;
  if (input instanceof Date) return Number.isNaN(input.getTime()) ? undefined : input.getTime();
  const numeric =
    typeof input === 'number' ? input : /^\d+(\.\d+)?$/.test(input) ? Number(input) : Number.NaN;
  if (Number.isFinite(numeric)) return numeric < 1e12 ? numeric * 1000 : numeric;
  const parsed = Date.parse(String(input));
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** Formats `DD/MM/YYYY HH:mm:ss` in Bangkok time, Gregorian calendar; empty for an unreadable instant. */
export function formatDateTime(input: InstantInput | null | undefined): string {
  const epochMs = toEpochMs(input);
  if (epochMs === undefined) return '';
  const iso = new Date(epochMs + BANGKOK_OFFSET_MS).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Formats `DD/MM/YYYY HH:mm`, as {@link formatDateTime} without the seconds. */
export const formatToTheMinute = (input: InstantInput): string =>
  formatDateTime(input).slice(0, -':00'.length);

/** Formats milliseconds as `mm:ss`, rounded up to whole seconds and never below 00:00. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the Bangkok day of an instant, counted from 1 January 1970. */
export function bangkokDay(epochMs: number): number {
  return Math.floor((epochMs + BANGKOK_OFFSET_MS) / DAY_MS);
}

/** Returns the Bangkok week of an instant, counted from that of 1 January 1970; weeks begin on Monday. */
export function bangkokWeek(epochMs: number): number {
  // 1 January 1970 was a Thursday.
  return Math.floor((bangkokDay(epochMs) + 3) / 7);
}

const LADDER = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

type Unit = (typeof LADDER)[number][0];

/**
 * Words after the number, for languages without plural forms. Browsers know little Thai and hardly any Lao,
 * and the first `Intl` call for a language costs a slow phone a tenth of a second.
 */
const AGO: Readonly<Partial<Record<string, Readonly<Record<Unit, string>>>>> = {
  th: {
    year: 'ปีที่แล้ว',
    month: 'เดือนที่ผ่านมา',
    day: 'วันที่ผ่านมา',
    hour: 'ชั่วโมงที่ผ่านมา',
    minute: 'นาทีที่ผ่านมา',
    second: 'วินาทีที่ผ่านมา',
  },
  lo: {
    year: 'ປີກ່ອນ',
    month: 'ເດືອນກ່ອນ',
    day: 'ມື້ກ່ອນ',
    hour: 'ຊົ່ວໂມງກ່ອນ',
    minute: 'ນາທີກ່ອນ',
    second: 'ວິນາທີກ່ອນ',
  },
};

/**
 * Formats the time since an instant in the largest unit that fits at least once ("3 minutes ago"). Returns
 * null, which reads as "just now", under a second or in the future. `languageTag` is a BCP 47 tag.
 */
export function formatRelative(input: InstantInput, nowMs: number, languageTag: string): string | null {
  const epochMs = toEpochMs(input);
  if (epochMs === undefined) return null;
  const seconds = Math.floor((nowMs - epochMs) / 1000);
  const rung = LADDER.find(([, size]) => seconds >= size);
  if (!rung) return null;
  const [unit, size] = rung;
  const count = Math.floor(seconds / size);
  return `${count} ${AGO[languageTag]?.[unit] ?? `${unit}${count === 1 ? '' : 's'} ago`}`;
}
