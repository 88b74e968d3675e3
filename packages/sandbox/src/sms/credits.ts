const LATIN = /^[\x20-\x7e\n\r]*$/;

/** Messages are charged by parts: 160 Latin letters, or 70 of any script; a longer one loses some to joining. */
const ROOM = { latin: [160, 153], other: [70, 67] } as const;

export function partsOf(text: string): number {
  const [alone, joined] = ROOM[LATIN.test(text) ? 'latin' : 'other'];
  return text.length <= alone ? 1 : Math.ceil(text.length / joined);
}
