import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brandNames, readBrand, readSettings } from './lib/brands.mjs';
import { root } from './lib/process.mjs';

const { brandOf } = await import(join(root, 'packages/web/build/brand.ts'));

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {Record<string, string>} env */
function refusalOf(env) {
  try {
    brandOf(env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'taken';
}

/** Returns the refusal of a logo with that text. */
function logoWith(/** @type {string} */ text) {
  const file = join(folder, 'logo.svg');
  writeFileSync(file, text);
  return refusalOf({ VITE_BRAND_LOGO: file });
}

const svg = (/** @type {string} */ inside, attributes = 'viewBox="0 0 32 32"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

describe('a build setting that is wrong is told in one line that names it', () => {
  test.each([
    ['VITE_BRAND_PRIMARY', 'red', 'must be a colour such as #35358f, not "red"'],
    ['VITE_BRAND_ACCENT', '#fff', 'must be a colour such as #e4b04a, not "#fff"'],
    ['VITE_BRAND_NAME', 'N'.repeat(31), 'must be 30 characters or fewer, not 31'],
    ['VITE_TITLE', 'one\ntwo', 'must be one line of text'],
    ['VITE_DESCRIPTION', 'd'.repeat(201), 'must be 200 characters or fewer, not 201'],
    ['VITE_LANGUAGES', 'th,lo', 'must list some of th, la, en, each once'],
    ['VITE_LANGUAGES', 'th,th', 'each once'],
    ['VITE_LANGUAGES', 'none', 'must name one of th, la, en at least'],
    ['VITE_FEATURES', 'wheel', 'must list some of bonus, promotion, refund, invite, each once'],
    ['VITE_LAOS', 'yes', 'must be 1 or 0, not "yes"'],
    ['VITE_BRAND_PRIMRY', '#112233', 'is no build setting'],
    ['VITE_BRAND_LOGO', 'no/such.svg', 'which cannot be read'],
  ])('%s=%j', (name, value, told) => {
    const refusal = refusalOf({ [name]: value });
    expect(refusal).toContain(told);
    expect(refusal.startsWith(`${name} `)).toBe(true);
    expect(refusal).not.toContain('\n');
  });
});

describe('a logo', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'must not have a script'],
    ['an event handler', svg('<path onload="alert(1)" d="M0 0"/>'), 'must not have event handlers'],
    ['a page of its own', svg('<foreignObject><p>Hi</p></foreignObject>'), 'must not have a foreignObject'],
    ['a picture from elsewhere', svg('<image href="https://x.example/a.png"/>'), 'must not refer to other'],
    ['a part of another file', svg('<use xlink:href="other.svg#a"/>'), 'must not refer to other files'],
    ['a link', svg('<a href="https://x.example"><path d="M0 0"/></a>'), 'must not have links'],
    ['a fill from elsewhere', svg('<path fill="url(https://x.example/#a)"/>'), 'must not refer to other'],
    ['a style from elsewhere', svg('<style>@import "a.css"</style>'), 'must not import styles'],
    ['an entity', `<!DOCTYPE svg>${svg('')}`, 'must not have a document type'],
    ['movement', svg('<animate attributeName="x"/>'), 'must not move'],
    ['a wide form', svg('', 'viewBox="0 0 64 32"'), 'must have a viewBox as high as it is wide'],
    ['no form', svg('', 'width="32"'), 'must have a viewBox'],
    ['too much in it', svg('<path/>'.repeat(5_000)), 'must be 32 KB or smaller'],
    ['another kind of file', 'PNG', 'must be an SVG drawing'],
  ])('with %s is refused', (_what, text, told) => {
    const refusal = logoWith(text);
    expect(refusal).toContain(told);
    expect(refusal).toMatch(/^VITE_BRAND_LOGO /);
    expect(refusal).not.toContain('\n');
  });

  test('that is a drawing is taken, with fills of its own', () => {
    const text = svg(
      '<defs><linearGradient id="a"/></defs><use href="#b"/><path id="b" fill="url(#a)" d="M0 0"/>',
    );
    const file = join(folder, 'good.svg');
    writeFileSync(file, text);
    expect(brandOf({ VITE_BRAND_LOGO: file }).logo).toBe(text);
  });
});

test('what nothing is said of is the app’s own', () => {
  expect(brandOf({})).toMatchObject({ title: 'Krapao', name: 'Krapao', logo: null, lang: 'th' });
  expect(brandOf({ VITE_TITLE: 'Riverside wallet' }).name).toBe('Riverside wallet');
  expect(brandOf({ VITE_LAOS: '1' }).lang).toBe('lo');
  expect(brandOf({ VITE_LAOS: '1', VITE_LANGUAGES: 'en,la' }).lang).toBe('en');
});

describe('the brands of this repository', () => {
  test.each(brandNames())('%s has settings that a build takes', (name) => {
    const { build, server, contentDir } = readBrand(name);
    const brand = brandOf(build);
    expect(brand.name).not.toBe(brandOf({}).name);
    expect(brand.logo).toContain('<svg');
    // A brand for Laos sets both the app and the server, never only one of them.
    expect(server['LAOS'] === '1').toBe(build['VITE_LAOS'] === '1');
    expect(readFileSync(join(contentDir, 'operator.yaml'), 'utf8')).not.toMatch(/krapao|กระเป๋า/i);
    expect(readFileSync(join(contentDir, 'messages.yaml'), 'utf8')).not.toMatch(/krapao|กระเป๋า/i);
  });

  test('are not there under another name', () => {
    expect(() => readBrand('nobody')).toThrow(/there is no brand "nobody"; there are dokchampa, /);
  });

  test.each([
    ['VITE_TITLE', 'brand.env:1: expected NAME=value, not "VITE_TITLE"'],
    ['A=1\nA=2', 'brand.env:2: A is set twice'],
  ])('are told where %j is wrong', (text, told) => {
    expect(() => readSettings('brand.env', text)).toThrow(told);
  });
});
