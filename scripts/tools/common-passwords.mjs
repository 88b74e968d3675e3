/**
 * `npm run tool -- common-passwords --from FILE`: writes packages/server/data/common-passwords.bin from a list of
 * leaked passwords, one a line, the commonest first. docs/adr/0045-password-rules.md names the list.
 */
import '../lib/check-node.mjs';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, runMain, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const OUT = join(root, 'packages', 'server', 'data', 'common-passwords.bin');
const KEPT = 100_000;
/** Shorter ones cannot be chosen. */
const SHORTEST = 6;
/** As `kernel/common-passwords.ts` of the server compares them, which reads digits of any script as ASCII ones. */
const HASH_BYTES = 5;

const hashOf = (/** @type {string} */ password) =>
  createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest().subarray(0, HASH_BYTES);

runMain(async () => {
  const { values } = readToolOptions('common-passwords', {
    options: { from: { type: 'string', value: 'FILE', about: 'the list, the commonest first' } },
  });
  if (!values.from) throw new UserError('--from FILE is missing');
  const lines = readFileSync(resolve(values.from), 'utf8').split(/\r?\n/);
  const passwords = lines.filter((line) => line.length >= SHORTEST).slice(0, KEPT);
  const hashes = new Map(passwords.map((password) => [hashOf(password).toString('hex'), hashOf(password)]));
  writeFileSync(OUT, Buffer.concat([...hashes.values()].toSorted((a, b) => a.compare(b))));
  process.stdout.write(`${hashes.size} of ${passwords.length} passwords differ by more than their case\n`);
});
