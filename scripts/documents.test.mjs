import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/process.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const pagesOf = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => relative(root, join(root, folder, name)));

/** Records stay as they were written, so the paths they name may be gone. */
const pages = [...pagesOf('.'), ...pagesOf('docs')];
const records = pagesOf('docs/adr');

/** Returns the anchors of a page's headings, as GitHub and GitLab make them. */
function anchorsOf(/** @type {string} */ page) {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the links of a page that lead nowhere in the repository. */
function brokenLinks(/** @type {string} */ page) {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  return links.flatMap(([, path = '', anchor]) => {
    const target = path === '' ? page : relative(root, join(root, dirname(page), path));
    const isThere = existsSync(join(root, target)) && (!anchor || anchorsOf(target).includes(anchor));
    return isThere ? [] : [`${path}${anchor ? `#${anchor}` : ''}`];
  });
}

/** Folders to which paths in the text may be relative, by the first part of the path. */
const BASES = {
  '': ['packages', 'scripts', 'content', 'deploy', 'docs'],
  'packages/server/src': ['kernel', 'database', 'ledger', 'http', 'modules', 'composition', 'ports'],
  'packages/web/src': ['lib', 'ui', 'features', 'routes'],
};

/** Returns the paths in backticks that are not there. Built folders, patterns and placeholders are left out. */
function missingPaths(/** @type {string} */ page) {
  const quoted = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  return quoted.filter((path) => {
    if (/lotus|\/(?:dist|bundle)(?:\/|$)/.test(path)) return false;
    const [first = ''] = path.split('/');
    const bases = Object.entries(BASES).filter(([, firsts]) => firsts.includes(first));
    return bases.length > 0 && !bases.some(([base]) => existsSync(join(root, base, path)));
  });
}

describe('the documents', () => {
  it.each([...pages, ...records])('%s has no broken link', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each(pages)('%s names paths that exist', (page) => {
    expect(missingPaths(page)).toEqual([]);
  });

  it('are all linked from README, CONTRIBUTING or ARCHITECTURE', () => {
    const linked = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].map(read).join('');
    expect(pages.filter((page) => page !== 'README.md' && !linked.includes(`(${page}`))).toEqual([]);
  });

  it('explain at most 40 words in the glossary, in order', () => {
    const [, ...rows] = [...read('docs/glossary.md').matchAll(/^\| (?!-)(.+?) +\|/gm)];
    const terms = rows.map(([, term = '']) => term);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(terms).toEqual(terms.toSorted());
  });
});

describe('the map', () => {
  const [, section = ''] = read('ARCHITECTURE.md').split('## Modules and their tables\n');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const names = (/** @type {string | undefined} */ cell) =>
    [...(cell ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);

  it('has every module', () => {
    const modules = readdirSync(join(root, 'packages/server/src/modules'));
    const named = rows.flatMap((row) => names(row.split('|')[1]));
    expect(modules.filter((name) => !named.includes(name))).toEqual([]);
    const folders = [...modules, 'ledger', 'content', 'audit', 'database'];
    expect(named.filter((name) => !folders.includes(name))).toEqual([]);
  });

  it('has every table of the database once', () => {
    const [, schema = ''] = read('packages/server/src/database/schema.ts').split('export interface DB {');
    const tables = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
    expect(tables).toContain('ledger_transfer');
    expect(rows.flatMap((row) => names(row.split('|')[3])).toSorted()).toEqual(tables.toSorted());
  });
});
