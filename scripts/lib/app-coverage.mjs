import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { convert } from 'ast-v8-to-istanbul';
import { parseSync } from 'vite';
import { browserCoverageDir, componentCoverageFile, sourceMapsDir } from './build.mjs';
import { root } from './process.mjs';
import { SourceFunctions } from './source-functions.mjs';

/** Folders with the controls that players press. */
const COUNTED = ['features', 'operations', 'wallet', 'ui', 'app'];
/** Least percentage of their functions that has to run. It may only rise. */
const LEAST_PERCENT = 97;

const SOURCES = join(root, 'packages', 'web', 'src');
const EXCEPTIONS = join(root, 'packages', 'web', 'not-in-a-test.json');

/**
 * A function of a source, and whether a test ran it.
 * @typedef {{ file: string, line: number, code: string, ran: boolean }} Covered
 * @typedef {{ file: string, code: string, reason: string }} Exception
 */

/**
 * Compares the functions run by browser tests and component tests with those in the app's builds.
 * @returns {Promise<{ ok: boolean, output: string }>} a report; not ok with low coverage or an outdated
 *   exception
 */
export async function reportAppCoverage() {
  const ranIn = readRuns();
  if (ranIn.size === 0) return { ok: false, output: 'no browser test has left its coverage\n' };
  if (!existsSync(componentCoverageFile))
    return { ok: false, output: 'no component test has left its coverage\n' };
  const functions = await readFunctions(ranIn);
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
    `coverage of the app: ${all.ran} of ${all.of} functions, ${all.percent} %; ${exceptions.length} excepted`,
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
async function readFunctions(/** @type {Runs} */ ranIn) {
  /** @type {Map<string, Covered>} */
  const found = new Map();
  for (const build of readdirSync(sourceMapsDir)) {
    const folder = join(sourceMapsDir, build);
    for (const script of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
      const data = await convertScript(join(folder, script), ranIn.get(script));
      for (const { key, ...one } of functionsIn(data)) {
        found.set(key, { ...one, ran: one.ran || (found.get(key)?.ran ?? false) });
      }
    }
  }
  for (const { key, ran } of functionsIn(JSON.parse(readFileSync(componentCoverageFile, 'utf8')))) {
    const known = found.get(key);
    if (known && ran) known.ran = true;
  }
  return [...found.values()].toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** @typedef {Map<string, Map<string, boolean>>} Runs */

/** Returns, by script, whether each of its functions (`from-to`) ran in any test. */
function readRuns() {
  /** @type {Runs} */
  const ranIn = new Map();
  if (!existsSync(browserCoverageDir)) return ranIn;
  for (const file of readdirSync(browserCoverageDir)) {
    /** @type {Record<string, Record<string, boolean>>} */
    const run = JSON.parse(readFileSync(join(browserCoverageDir, file), 'utf8'));
    for (const [script, functions] of Object.entries(run)) {
      const known = ranIn.get(script) ?? new Map();
      ranIn.set(script, known);
      for (const [range, ran] of Object.entries(functions))
        known.set(range, ran || known.get(range) === true);
    }
  }
  return ranIn;
}

/** Returns what ran of a script of a build, by source, as Istanbul has it. */
function convertScript(/** @type {string} */ path, /** @type {Map<string, boolean> | undefined} */ ran) {
  const code = readFileSync(path, 'utf8');
  const whole = { startOffset: 0, endOffset: code.length, count: 0 };
  const ranges = [...(ran ?? [])].map(([range, hasRun]) => {
    const [startOffset = 0, endOffset = 0] = range.split('-').map(Number);
    return { startOffset, endOffset, count: hasRun ? 1 : 0 };
  });
  return convert({
    code,
    ast: parseSync(path, code).program,
    sourceMap: JSON.parse(readFileSync(`${path}.map`, 'utf8')),
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
}

/** @type {Map<string, SourceFunctions>} */
const sources = new Map();

function sourceOf(/** @type {string} */ path) {
  const source = sources.get(path) ?? new SourceFunctions(path);
  sources.set(path, source);
  return source;
}

/**
 * Returns the functions of the counted folders; `key` is the same for a function, however it was run.
 * @param {Awaited<ReturnType<typeof convert>>} data
 * @returns {(Covered & { key: string })[]}
 */
function functionsIn(data) {
  return Object.values(data).flatMap((source) => {
    const { path, fnMap, f: counts } = source;
    const file = relative(SOURCES, path);
    if (!COUNTED.some((folder) => file.startsWith(`${folder}/`))) return [];
    return Object.entries(fnMap).flatMap(([id, entry]) => {
      const known = sourceOf(path).find(entry);
      return known
        ? [
            {
              key: `${file}:${known.no}`,
              file,
              line: known.line,
              code: known.code,
              ran: (counts[id] ?? 0) > 0,
            },
          ]
        : [];
    });
  });
}
