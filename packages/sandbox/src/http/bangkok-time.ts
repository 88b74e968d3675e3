/** The calendar in Bangkok, where the banks are, whatever this machine's time zone. */

const calendar = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export interface BangkokTime {
  /** Gregorian, four digits. */
  readonly year: string;
  /** `01` to `12`. */
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
}

/** @param atMs epoch milliseconds. */
export function bangkokDate(atMs: number): BangkokTime {
  const parts = new Map(calendar.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  };
}

/** A time in Bangkok as ISO text with its offset. */
export function bangkokIso(atMs: number): string {
  const { year, month, day, hour, minute } = bangkokDate(atMs);
  const seconds = String(Math.floor(atMs / 1000) % 60).padStart(2, '0');
  return `${year}-${month}-${day}T${hour}:${minute}:${seconds}+07:00`;
}
