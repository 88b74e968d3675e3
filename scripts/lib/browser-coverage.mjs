import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { convert } from 'ast-v8-to-istanbul';
import { parseSync } from 'vite';
import { coverageDir, sourceMapsDir } from './build.mjs';
import { root } from './process.mjs';

/** Folders with the controls that players press. */
const COUNTED = ['features', 'operations', 'wallet', 'ui', 'app'];
/** Least percentage of their functions that has to run. It may only rise. */
const LEAST_PERCENT = 97;

const SOURCES = join(root, 'packages', 'web', 'src');
const EXCEPTIONS = join(root, 'packages', 'web', 'not-in-a-browser-test.json');

/**
 * A function of a source.
 * @typedef {{ file: string, line: number, code: string, ran: boolean }} Covered
 * @typedef {{ file: string, code: string, reason: string }} Exception
 */

/**
 * Compares the functions run by browser tests with the sources.
 * @returns {Promise<{ ok: boolean, output: string }>} a report; not ok with low coverage or an outdated
 *   exception
 */
export async function reportBrowserCoverage() {
  const functions = await readFunctions();
  if (functions.length === 0) return { ok: false, output: 'no browser test has left its coverage\n' };
  /** @type {Exception[]} */
  const exceptions = JSON.parse(readFileSync(EXCEPTIONS, 'utf8'));
  const isExcepted = (/** @type {Covered} */ { file, code }) =>
    exceptions.some((one) => one.file === file && one.code === code);
  const stale = exceptions.filter(
    ({ file, code }) => !functions.some((one) => one.file === file && one.code === code && !one.ran),
  );
  const counted = functions.filter((one) => !isExcepted(one));
  const folders = COUNTED.map((folder) => ({ folder, ...tally(counted, `${folder}/`) }));
  const all = tally(counted, '');
  const missing = counted.filter(({ ran }) => !ran);
  const lines = [
    ...missing.map(({ file, line, code }) => `never ran: ${file}:${line}  ${code}`),
    ...stale.map(({ file, code }) => `ran after all, or is gone: ${file}  ${code}`),
    ...folders.map(({ folder, ran, of, percent }) => `${folder}: ${ran} of ${of} functions, ${percent} %`),
    `browser coverage: ${all.ran} of ${all.of} functions, ${all.percent} %; ${exceptions.length} excepted`,
  ];
  const ok = all.ran * 100 >= all.of * LEAST_PERCENT && stale.length === 0;
  return { ok, output: `${lines.join('\n')}\n` };
}

function tally(/** @type {Covered[]} */ functions, /** @type {string} */ folder) {
  const inFolder = functions.filter(({ file }) => file.startsWith(folder));
  const ran = inFolder.filter((one) => one.ran).length;
  return { ran, of: inFolder.length, percent: ((ran * 100) / inFolder.length).toFixed(1) };
}

/** Returns all functions of the counted folders that are in a build, in source order. */
async function readFunctions() {
  const ranIn = readRuns();
  /** @type {Map<string, Covered>} */
  const found = new Map();
  if (ranIn.size === 0) return [];
  for (const build of readdirSync(sourceMapsDir)) {
    const folder = join(sourceMapsDir, build);
    for (const script of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      for (const one of await functionsOf(join(folder, script), ranIn.get(script))) {
        const key = `${one.file}:${one.line}:${one.column}`;
        found.set(key, { ...one, ran: one.ran || (found.get(key)?.ran ?? false) });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** Returns, by script, whether each of its functions (`from-to`) ran in any test. */
function readRuns() {
  /** @type {Map<string, Map<string, boolean>>} */
  const ranIn = new Map();
  if (!existsSync(coverageDir)) return ranIn;
  for (const file of readdirSync(coverageDir)) {
    /** @type {Record<string, Record<string, boolean>>} */
    const run = JSON.parse(readFileSync(join(coverageDir, file), 'utf8'));
    for (const [script, functions] of Object.entries(run)) {
      const known = ranIn.get(script) ?? new Map();
      ranIn.set(script, known);
      for (const [range, ran] of Object.entries(functions))
        known.set(range, ran || known.get(range) === true);
    }
  }
  return ranIn;
}

async function functionsOf(/** @type {string} */ path, /** @type {Map<string, boolean> | undefined} */ ran) {
  const code = readFileSync(path, 'utf8');
  const whole = { startOffset: 0, endOffset: code.length, count: 0 };
  const ranges = [...(ran ?? [])].map(([range, hasRun]) => {
    const [startOffset = 0, endOffset = 0] = range.split('-').map(Number);
    return { startOffset, endOffset, count: hasRun ? 1 : 0 };
  });
  const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  const data = await convert({
    code,
    ast: parseSync(path, code).program,
    sourceMap: map,
    wrapperLength: 0,
    coverage: {
      url: pathToFileURL(path).href,
      functions: (ranges.length > 0 ? ranges : [whole]).map((range) => ({
        functionName: '',
        isBlockCoverage: false,
        ranges: [range],
      })),
    },
  });
  return Object.values(data).flatMap((source) => {
    const file = relative(SOURCES, source.path);
    if (!COUNTED.some((folder) => file.startsWith(`${folder}/`))) return [];
    const lines = readFileSync(join(SOURCES, file), 'utf8').split('\n');
    return Object.entries(source.fnMap).flatMap(([id, { decl }]) => {
      const { line, column } = decl.start;
      const text = lines[line - 1] ?? '';
      // Skips the bundler's own functions, which it adds for shared and fetched modules.
      if (/^(export|import)\b/.test(text.slice(column))) return [];
      return [{ file, line, column, code: text.trim(), ran: (source.f[id] ?? 0) > 0 }];
    });
  });
}
