import { join } from 'node:path';
import { runnerImport, type Plugin } from 'vite';

/** Texts of one language: by set, group and name. */
export type Language = Readonly<Record<string, Groups>>;
type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SOURCES = join(import.meta.dirname, '..', 'src');
const EVERY_WORD = join(SOURCES, 'app', 'words', 'every-word.ts');
const WORDS = /\/(th|la|en)\/(\w+)-words\.ts$/;
/** Texts of one language and subject, and their sets. */
const DICTIONARY = /\/words\/|\/i18n\/(?:th|la|en)\//;
/** Groups looked up by the server's codes: their names stay. */
const CODES = new Set(['errors', 'spinErrors', 'slipReasons', 'slipAdvice']);
const CODE_NAMES = 'virtual:code-names';
/** Separator of the texts of a set. */
const SEPARATOR = '|';

/**
 * Serves texts without their names. In the sources a text is `statement.title`, in each language's dictionary
 * and wherever it is used; in the served code it is `v.17`: the eighteenth of the set `visitor`, which is a
 * list. `npm run dev` and the tests do not use this.
 */
export function shortTexts(): Plugin {
  let languages: Promise<Readonly<Record<string, Language>>> | undefined;
  let names: ReadonlyMap<string, string> | undefined;
  const read = () => (languages ??= readLanguages());
  return {
    name: 'krapao-short-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === CODE_NAMES ? id : undefined),
    async load(id) {
      const [, name = '', set = ''] = WORDS.exec(id) ?? [];
      if (id !== CODE_NAMES && set === '') return undefined;
      const all = await read();
      const th = all['th'] ?? {};
      return id === CODE_NAMES ? codeNames(th) : listed(th, all[name] ?? {}, set);
    },
    async transform(code, id) {
      if (!id.startsWith(SOURCES) || DICTIONARY.test(id) || !/\.tsx?$/.test(id)) return undefined;
      names ??= shortNames((await read())['th'] ?? {});
      return { code: renamed(code, names), map: null };
    },
  };
}

async function readLanguages(): Promise<Readonly<Record<string, Language>>> {
  const { module } = await runnerImport<{ words: Readonly<Record<string, Groups>> }>(EVERY_WORD);
  return languagesOf(module.words);
}

/** Groups the dictionaries' files by language. */
export function languagesOf(files: Readonly<Record<string, Groups>>): Readonly<Record<string, Language>> {
  const languages: Record<string, Record<string, Groups>> = {};
  for (const [file, groups] of Object.entries(files)) {
    const [, name = '', set = ''] = WORDS.exec(file) ?? [];
    (languages[name] ??= {})[set] = groups;
  }
  return languages;
}

/** Returns the keys of a set in the order of the Thai dictionary, which all languages' lists use. */
const keysOf = (groups: Groups): [group: string, name: string][] =>
  Object.entries(groups).flatMap(([group, texts]) =>
    CODES.has(group) ? [] : Object.keys(texts).map((name): [string, string] => [group, name]),
  );

/** Returns the letter of each set: the first of its name that no set before it has. */
function lettersOf(th: Language): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const set of Object.keys(th)) {
    const free = set.split('').find((letter) => ![...letters.values()].includes(letter));
    if (free === undefined) throw new Error(`the set ${set} needs a letter that no other set has`);
    letters.set(set, free);
  }
  return letters;
}

/** Returns the served name of every key. */
export function shortNames(th: Language): ReadonlyMap<string, string> {
  const letters = lettersOf(th);
  return new Map(
    Object.entries(th).flatMap(([set, groups]) =>
      keysOf(groups).map(([group, name], at) => [`${group}.${name}`, `${letters.get(set)}.${at}`] as const),
    ),
  );
}

/**
 * Returns code with every key replaced by its short name. @throws Error where a key is composed at run time
 */
export function renamed(code: string, names: ReadonlyMap<string, string>): string {
  const groups = new Set([...names.keys()].map((key) => key.slice(0, key.indexOf('.'))));
  const [whole] =
    [...code.matchAll(/`(\w+)\.\$\{(?!string\})/g)].find(([, group = '']) => groups.has(group)) ?? [];
  if (whole)
    throw new Error(`keys of texts are written out in the sources, so that they can be found: ${whole}`);
  return code.replace(/(['"`])(\w+\.\w+)\1/g, (found, quote: string, key: string) => {
    const name = names.get(key);
    return name === undefined ? found : quote + name + quote;
  });
}

/**
 * Returns a set of one language as a module: a list of texts, and the codes' texts under names shared by all
 * languages.
 */
export function listed(th: Language, language: Language, set: string): string {
  const textOf = ([group, name]: readonly [string, string]) => language[set]?.[group]?.[name] ?? '';
  const list = (keys: readonly (readonly [string, string])[]) => {
    const texts = keys.map(textOf);
    if (texts.some((text) => text.includes(SEPARATOR))) throw new Error(`a text has ${SEPARATOR} in it`);
    return `${JSON.stringify(texts.join(SEPARATOR))}.split("${SEPARATOR}")`;
  };
  const groups = Object.entries(th[set] ?? {}).filter(([group]) => CODES.has(group));
  const named = groups.map(
    ([group, texts]) => `${group}: ${group}(${list(Object.keys(texts).map((code) => [group, code]))})`,
  );
  return [
    named.length > 0 && `import { ${groups.map(([group]) => group).join(', ')} } from '${CODE_NAMES}';`,
    `export const words = { ${[`${lettersOf(th).get(set)}: ${list(keysOf(th[set] ?? {}))}`, ...named].join(', ')} };`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Returns the module with the codes' names, once for all languages; it assigns texts to them. */
export function codeNames(th: Language): string {
  const groups = Object.values(th).flatMap((set) =>
    Object.entries(set).filter(([group]) => CODES.has(group)),
  );
  return [
    'const by = (codes) => (texts) => Object.fromEntries(codes.split(" ").map((code, at) => [code, texts[at]]));',
    ...groups.map(([group, texts]) => `export const ${group} = by("${Object.keys(texts).join(' ')}");`),
  ].join('\n');
}
