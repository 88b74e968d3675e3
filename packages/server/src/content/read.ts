import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { checkContent, checkDemoMembers } from './checks.ts';
import type { Report } from './checks.ts';
import { LANGUAGES } from './fields.ts';
import { contentSchema, demoMembersSchema } from './schema.ts';
import type { Language, Localized } from './fields.ts';
import type { Content, DemoMember } from './schema.ts';

/** Reads a content folder. An invalid folder is refused with a list of all faults. */

const YAML_FILES = {
  operator: 'operator.yaml',
  messages: 'messages.yaml',
  banks: 'banks.yaml',
  sources: 'sources.yaml',
  depositAccounts: 'deposit-accounts.yaml',
  providers: 'providers.yaml',
  withdraw: 'withdraw.yaml',
  payouts: 'payouts.yaml',
  protection: 'protection.yaml',
  slips: 'slips.yaml',
  bonuses: 'bonuses.yaml',
  promotions: 'promotions.yaml',
  invite: 'invite.yaml',
  refund: 'refund.yaml',
  spinwheel: 'spinwheel.yaml',
} as const;
const partsSchema = contentSchema.pick({ depositAccounts: true, operator: true, providers: true });
/** The part of the content that selects counterparties. */
export type PartsOfContent = Pick<Content, 'depositAccounts' | 'operator' | 'providers'>;

/** Files whose rules have defaults. */
const OPTIONAL_FILES: ReadonlySet<string> = new Set([YAML_FILES.payouts, YAML_FILES.protection]);

const DEMO_MEMBERS_FILE = 'demo-members.yaml';
const ASSETS = 'assets';
const TEXTS = 'texts';

const FILE_OF_KEY: Readonly<Record<string, string>> = { ...YAML_FILES, demoMembers: DEMO_MEMBERS_FILE };
const KNOWN_ENTRIES = new Set<string>([...Object.values(FILE_OF_KEY), ASSETS, TEXTS, 'README.md']);

/** An invalid content folder: one line per fault, `file: path: message`. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads and checks a content folder.
 * @throws {@link ContentError} naming every fault found in any file.
 */
export const readContent = async (folder: string): Promise<Content> => (await readFolder(folder)).content;

/**
 * Reads the demo members of a content folder; none if it has no such file.
 * @throws {@link ContentError} naming every fault found in any file.
 */
export const readDemoMembers = async (folder: string): Promise<DemoMember[]> =>
  (await readFolder(folder)).demoMembers;

async function readFolder(folder: string): Promise<{ content: Content; demoMembers: DemoMember[] }> {
  const { content, demoMembers, problems } = await inspectFolder(folder);
  if (problems.length > 0 || !content || !demoMembers) throw new ContentError(problems);
  return { content, demoMembers };
}

/** The contents of a folder, and its faults. */
export interface Inspected {
  /** Null if invalid. */
  content: Content | null;
  demoMembers: DemoMember[] | null;
  /** The part that selects counterparties; present even if other parts are invalid. */
  parts: PartsOfContent | null;
  /** All faults found in any file, one line each. */
  problems: string[];
}

/** Reads a content folder with all its faults. @throws {@link ContentError} if there is no such folder */
export async function inspectFolder(folder: string): Promise<Inspected> {
  const problems: string[] = [];
  const note = noteIn(problems);
  const report = reportTo(note);

  const entries = await list(folder);
  if (entries === null) throw new ContentError([`${folder}: there is no such folder`]);
  for (const entry of entries.filter((name) => !KNOWN_ENTRIES.has(name))) {
    note(entry, '', 'is not a file of a content folder');
  }

  const raw: Record<string, unknown> = {};
  for (const [key, file] of Object.entries(YAML_FILES)) {
    if (OPTIONAL_FILES.has(file) && !entries.includes(file)) continue;
    raw[key] = await readYaml(folder, file, note);
  }
  const texts = await readTexts(folder, note);
  const hasMembers = entries.includes(DEMO_MEMBERS_FILE);
  const rawMembers = hasMembers ? await readYaml(folder, DEMO_MEMBERS_FILE, note) : [];

  const content = validate(contentSchema, { ...raw, ...texts }, [], report);
  const demoMembers = validate(demoMembersSchema, rawMembers, ['demoMembers'], report);
  if (content) {
    checkContent(content, new Set(await list(join(folder, ASSETS))), report);
    if (demoMembers) checkDemoMembers(demoMembers, content, report);
  }
  return { content, demoMembers, parts: content ?? partsSchema.safeParse(raw).data ?? null, problems };
}

/**
 * Checks stored content as if it were loaded now.
 * @param folder the folder of its pictures
 */
export async function inspectStored(value: unknown, folder: string): Promise<Omit<Inspected, 'demoMembers'>> {
  const problems: string[] = [];
  const report = reportTo(noteIn(problems));
  const content = validate(contentSchema, value, [], report);
  if (content) checkContent(content, new Set(await list(join(folder, ASSETS))), report);
  return { content, parts: content ?? partsSchema.safeParse(value).data ?? null, problems };
}

const noteIn =
  (problems: string[]): Note =>
  (file, path, message) =>
    problems.push([file, path, message.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': '));

const reportTo =
  (note: Note): Report =>
  (key, path, message) =>
    note(FILE_OF_KEY[key] ?? key, pathText(path), message);

type Note = (file: string, path: string, message: string) => void;

/** Returns the visible names in a folder, sorted; null if it cannot be read. */
async function list(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch(() => null);
  return names?.filter((name) => !name.startsWith('.')).sort() ?? null;
}

/** Returns undefined and notes a fault if the file is missing or not YAML. */
async function readYaml(folder: string, file: string, note: Note): Promise<unknown> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null);
  if (text === null) {
    note(file, '', 'the file is missing');
    return undefined;
  }
  // Loaded here because a server reads the folder only if its store is empty.
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings];
  for (const fault of faults) note(file, `line ${lines.linePos(fault.pos[0]).line}`, fault.message);
  if (faults.length > 0) return undefined;
  const value: unknown = document.toJS();
  if (value !== null && value !== undefined) return value;
  note(file, '', 'the file is empty');
  return undefined;
}

type Texts = Pick<Content, 'contactText' | 'conditions' | 'agreements'>;

/** Reads `texts/<language>`: contact.html, conditions.html and agreements/*.html, sorted by name. */
async function readTexts(folder: string, note: Note): Promise<Texts> {
  const read = async (language: Language, name: string): Promise<string> => {
    const file = `${TEXTS}/${language}/${name}`;
    const text = await readFile(join(folder, file), 'utf8').catch(() => null);
    if (text === null) note(file, '', 'the file is missing');
    else if (text.trim() === '') note(file, '', 'the file is empty');
    return text?.trim() ?? '';
  };
  const everyLanguage = async <T>(value: (language: Language) => Promise<T>): Promise<Localized<T>> => ({
    th: await value('th'),
    la: await value('la'),
    en: await value('en'),
  });
  const agreements = new Set<string>();
  for (const language of LANGUAGES) {
    const names = (await list(join(folder, TEXTS, language, 'agreements'))) ?? [];
    for (const name of names) agreements.add(name);
  }
  const inOrder = [...agreements].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    contactText: await everyLanguage((language) => read(language, 'contact.html')),
    conditions: await everyLanguage((language) => read(language, 'conditions.html')),
    agreements: await everyLanguage(async (language) => {
      const pieces: string[] = [];
      for (const name of inOrder) pieces.push(await read(language, `agreements/${name}`));
      return pieces;
    }),
  };
}

/**
 * Returns null and reports every fault if `value` is invalid. A file already reported as unreadable is
 * skipped.
 */
function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  prefix: readonly string[],
  report: Report,
): z.output<T> | null {
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const [key = '', ...path] = [...prefix, ...issue.path].map((part) =>
      typeof part === 'number' ? part : String(part),
    );
    if (issue.code === 'unrecognized_keys') {
      for (const unknown of issue.keys) report(String(key), [...path, unknown], 'unknown key');
    } else if (!isUnread(value, prefix, String(key))) {
      report(String(key), path, issue.message);
    }
  }
  return null;
}

const isUnread = (value: unknown, prefix: readonly string[], key: string): boolean =>
  prefix.length > 0 ? value === undefined : (value as Record<string, unknown>)[key] === undefined;

/** Returns the message of a fault whose schema has none. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KIND_WORDS[String(issue['expected'])] ?? String(issue['expected'])}`;
    case 'invalid_value': {
      const values = (issue['values'] as unknown[]).map(String);
      return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`;
    }
    default:
      return undefined;
  }
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
  int: 'a whole number',
  number: 'a number',
};

/** Formats a path: `banks[3].code`. */
const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );
