import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = new URL('../docs/adr/', import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, FOLDER), 'utf8');

/**
 * Number, title, status and date of a record, from its first lines.
 * @param {string} file
 */
function headOf(file) {
  const [, no, title, status, date] =
    /^# (\d+)\. (.+)\n\n_(Accepted|Replaced by \d+), (\d{4}-\d{2}-\d{2})\._\n/.exec(read(file)) ?? [];
  return { no, title, file, status: status?.toLowerCase(), date };
}

it('the index of decision records lists each with its title, status and date', () => {
  const records = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
  const rows = [
    ...read('README.md').matchAll(/^\| (\d+) +\| \[(.+)\]\((.+)\) +\| ([\w ]+?) +\| ([\d-]+) +\|$/gm),
  ].map(([, no, title, file, status, date]) => ({ no, title, file, status, date }));
  expect(rows).toEqual(records.toSorted().map(headOf));
});
