import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { withPlainDigits } from '@krapao/contract/typed-digits';

/** Sorted hashes without gaps, made by `npm run tool -- common-passwords`. */
const FILE = new URL('../../data/common-passwords.bin', import.meta.url);

/** Bytes kept of each hash: one rare password in eleven million looks like one of 100,000 common ones. */
const HASH_BYTES = 5;

/** Half a megabyte outside of the heap, read with the first password that is set. */
let hashes: Promise<Buffer> | undefined;

/**
 * Returns whether a password is one of the commonest, as they leaked, whatever its case and the script of its digits.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  hashes ??= readFile(FILE).catch((error: unknown) => {
    // The next password tries again.
    hashes = undefined;
    throw error;
  });
  const known = await hashes;
  const wanted = hashOf(password);
  let from = 0;
  let to = known.length / HASH_BYTES;
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = wanted.compare(known, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}

const hashOf = (password: string): Buffer =>
  createHash('sha256')
    .update(withPlainDigits(password).normalize('NFKC').toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES);
