import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Returns the served name of a CSS module's class: short, since every script, stylesheet and prerendered page
 * repeats it, and the same in each build of the same sources.
 */
export function servedClassName(local: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0] ?? file).replaceAll('\\', '/');
  const hash = createHash('sha256').update(`${path} ${local}`).digest('base64url').replace(/[-_]/g, '');
  // A name may not begin with a digit.
  return `k${hash.slice(0, 5)}`;
}
