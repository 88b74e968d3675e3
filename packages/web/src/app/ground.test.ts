import { describe, expect, it } from 'vitest';

/** The layers below the features. Import rules cannot see a name in a table. */
const ground = import.meta.glob<string>(['../{lib,ui}/**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const features = new Set(
  Object.keys(import.meta.glob('../features/*/*.{ts,tsx}')).map((file) => file.split('/')[2] ?? ''),
);

/** Folders of features whose names are also plain words of code: to play, to register, a session, a banner, a page home. */
const PLAIN_WORDS = ['banner', 'home', 'play', 'register', 'session'];
/** The report of the app's own faults, and the operator's content, whose calls begin alike. */
const OWN_CALLS = ['POST /api/app-fault', 'GET /api/lookup/'];
/** Groups of texts of the ground itself. */
const OWN_TEXTS = ['common', 'kit', 'network'];
/** Sentences, among them those by the contract's codes, name what they are about. */
const SENTENCES = /\/lib\/i18n\/(?:th|la|en)\/|\/ui\/words\//;

const withoutComments = (code: string) => code.replace(/\/\*.*?\*\/|(?<![:'"`])\/\/[^\n]*/gs, '');

/** Splits names such as `useSpinWheel` and `spin-wheel` into lower-case words without a plural's s. */
const wordsOf = (code: string) =>
  new Set((code.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, '')));

/** Mentions of features in a file below them: names, calls, texts. */
function told(code: string): string[] {
  const bare = withoutComments(code);
  const words = wordsOf(bare);
  const named = [...features]
    .filter((feature) => !PLAIN_WORDS.includes(feature))
    .filter((feature) => words.has(feature.replace(/s$/, '')));
  const calls = (bare.match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/:-]*/g) ?? []).filter(
    (route) => !OWN_CALLS.includes(route),
  );
  const texts = [...bare.matchAll(/\bt\(\s*['"`](\w+)\./g)]
    .map(([, group = '']) => group)
    .filter((group) => !OWN_TEXTS.includes(group));
  return [...named, ...calls, ...texts];
}

describe('lib and ui know no feature', () => {
  const files = Object.keys(ground).filter((file) => !SENTENCES.test(file));

  it('of those there are', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(features.size).toBeGreaterThan(15);
  });

  it.each([
    ["const ROUTES = ['GET /api/bonus'];", ['bonus', 'GET /api/bonus']],
    ['interface Modals { withdraw: undefined }', ['withdraw']],
    ['const chatOutbox = 1;', ['chat']],
    ["t('member.theme')", ['member']],
  ])('would be found out by %j', (code, found) => {
    expect(told(code)).toEqual(found);
  });

  it('by name, by call or by text', () => {
    expect(
      files.flatMap((file) => told(`${file.slice(3)}\n${ground[file]}`).map((what) => `${file}: ${what}`)),
    ).toEqual([]);
  });
});
