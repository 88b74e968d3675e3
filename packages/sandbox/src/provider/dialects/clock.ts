/** Times as services write them: the digits of a fixed offset from UTC. */

const HOUR_MS = 3_600_000;

/** Returns `yyyy-MM-ddTHH:mm:ss` at an offset from UTC. */
export const localText = (atMs: number, offsetHours: number): string =>
  new Date(atMs + offsetHours * HOUR_MS).toISOString().slice(0, 19);

/** Returns `yyyy-MM-ddTHH:mm:ss+08:00`, with the offset written out. */
export function offsetText(atMs: number, offsetHours: number): string {
  const hours = String(Math.abs(offsetHours)).padStart(2, '0');
  return `${localText(atMs, offsetHours)}${offsetHours < 0 ? '-' : '+'}${hours}:00`;
}

/** Parses `yyyy-MM-dd`, with or without a time behind a space or a T, at an offset. @returns null for other text. */
export function parseLocal(text: string | undefined, offsetHours: number): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text ?? '');
  if (!match) return null;
  const [, day = '', time = '00:00', seconds = ':00'] = match;
  const atMs = Date.parse(`${day}T${time}${seconds}Z`);
  return Number.isNaN(atMs) ? null : atMs - offsetHours * HOUR_MS;
}
