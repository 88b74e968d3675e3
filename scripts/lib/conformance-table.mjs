/**
 * @typedef {{ status: string, ancestorTitles: string[], title: string, failureMessages?: string[] }} Assertion
 * @typedef {{ testResults: { assertionResults: Assertion[] }[] }} Report Vitest's JSON report, in part
 */

const SUITE = /^game provider: (\S+) \((\S+)\)$/;

/** Text of a cell; empty where a case does not apply to a provider. */
const MARKS = new Map([
  ['passed', '✓'],
  ['failed', '✗'],
]);

/**
 * Returns the conformance suite's report as a table: cases down, providers across, in the suite's order,
 * followed by the failures and the count.
 * @param {Report} report
 * @returns {{ lines: string[], failed: number }}
 */
export function conformanceTable(report) {
  /** @type {Map<string, string>} a provider's adapter */
  const adapters = new Map();
  /** @type {Map<string, Map<string, Map<string, string>>>} group → case → provider → mark */
  const groups = new Map();
  /** @type {string[]} */
  const failures = [];
  let passed = 0;
  for (const { suite, provider, adapter, group, title, status, message } of cases(report)) {
    const mark = MARKS.get(status);
    if (!suite || !mark) continue;
    adapters.set(provider, adapter);
    const rows = getOrAdd(groups, group, () => new Map());
    getOrAdd(rows, title, () => new Map()).set(provider, mark);
    if (status === 'passed') passed += 1;
    else failures.push(`✗ ${provider}: ${group}: ${title}\n    ${message}`);
  }
  const providers = [...adapters.keys()].sort(
    (a, b) => compare(adapters.get(a) ?? '', adapters.get(b) ?? '') || compare(a, b),
  );
  const count = `conformance: ${providers.length} providers, ${passed} passed, ${failures.length} failed`;
  const lines = [...legend(providers, adapters), ...table(providers, groups), '', ...failures, count];
  return { lines, failed: passed === 0 ? 1 : failures.length };
}

function* cases(/** @type {Report} */ { testResults }) {
  for (const { assertionResults } of testResults) {
    for (const { status, ancestorTitles, title, failureMessages = [] } of assertionResults) {
      const [top = '', ...inner] = ancestorTitles;
      const [suite, provider = '', adapter = ''] = SUITE.exec(top) ?? [];
      const [message = ''] = (failureMessages[0] ?? '').split('\n');
      yield { suite, provider, adapter, group: inner.join(' > '), title, status, message };
    }
  }
}

/** Returns the providers by their letters. */
function legend(/** @type {string[]} */ providers, /** @type {Map<string, string>} */ adapters) {
  return providers.map((provider, n) => `${letter(n)}  ${provider.padEnd(11)} ${adapters.get(provider)}`);
}

function table(
  /** @type {string[]} */ providers,
  /** @type {Map<string, Map<string, Map<string, string>>>} */ groups,
) {
  const titles = [...groups.values()].flatMap((rows) => [...rows.keys()]);
  const width = Math.max(0, ...titles.map((title) => title.length)) + 2;
  const head = `${' '.repeat(width + 2)}${providers.map((_, n) => letter(n)).join(' ')}`;
  return [...groups].flatMap(([group, rows]) => [
    '',
    `${group}${head.slice(group.length)}`,
    ...[...rows].map(([title, marks]) => {
      const cells = providers.map((provider) => marks.get(provider) ?? '·').join(' ');
      return `  ${title.padEnd(width)}${cells}`;
    }),
  ]);
}

const letter = (/** @type {number} */ n) => String.fromCodePoint(65 + n);
const compare = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
function getOrAdd(map, key, make) {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
