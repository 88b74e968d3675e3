import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Returns the mappings of a source map after one piece of one line of the code was replaced.
 * @throws Error when either piece has more than one line
 */
export function shiftMappings(mappings: string, before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const end = before.length - tail;
  if (/\n/.test(before.slice(start, end) + after.slice(start, after.length - tail)))
    throw new Error('only a piece of one line is replaced');
  const lineStart = before.lastIndexOf('\n', start - 1) + 1;
  const line = before.slice(0, lineStart).split('\n').length - 1;
  const lines = decode(mappings);
  for (const segment of lines[line] ?? []) {
    if (segment[0] >= end - lineStart) segment[0] += after.length - before.length;
  }
  return encode(lines);
}
