import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assemble } from '@krapao/e2e/gallery/fixtures';
import { figureOf } from '../measure.ts';
import type { Baseline, Context, Row } from '../part.ts';
import { slipReader, sumOf, weightOf, wordsOf, type Weight } from './built-files.ts';
import { openChromium } from './chromium.ts';
import { measureFirstLoad, type FirstLoad } from './first-load.ts';
import { measureOpening, openings, type Opening } from './openings.ts';
import { withSystem, type SystemContext } from './system.ts';

/** Transfer sizes, identical on every machine. */
interface Weights {
  login: FirstLoad;
  openings: readonly Opening[];
  /** Files that are loaded once a slip picture is chosen. */
  slipReader: Weight;
  words: Readonly<Record<string, { gzip: number; largest: number; files: number }>>;
}

const LANGUAGES = ['th', 'la', 'en'] as const;
/**
 * Screens without a weight limit: the chat needs a realtime client, and slips are read on the phone itself.
 */
const FREE = new Set(['chat', 'chat-guest', 'slip']);
const KB = 1_000;
const kb = (bytes: number): number => Math.round(bytes / 10) / (KB / 10);

async function weigh(context: SystemContext): Promise<Weights> {
  return withSystem(context, async ({ stack }) => {
    const browser = await openChromium(context.root);
    try {
      const login = await measureFirstLoad(browser, stack.url, context.root);
      const fixtures = await assemble(stack);
      const opened: Opening[] = [];
      for (const screen of openings()) {
        opened.push(await measureOpening(browser, fixtures, screen, context.root));
      }
      const reader = slipReader(context.root).map((file) => weightOf(context.root, file));
      return {
        login,
        openings: opened,
        slipReader: sumOf(reader),
        words: wordsByLanguage(context.root),
      };
    } finally {
      await browser.close();
    }
  });
}

function wordsByLanguage(root: string): Weights['words'] {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const weights = wordsOf(root, language).map((file) => weightOf(root, file));
      const largest = Math.max(0, ...weights.map(({ gzip }) => gzip));
      return [language, { gzip: sumOf(weights).gzip, largest, files: weights.length }];
    }),
  );
}

/** Measures bytes and requests of the first load, of every other screen's first opening, and of the texts. */
export async function measureWeights(context: Context): Promise<Row[]> {
  const weights = await weigh(context);
  writeFileSync(path.join(context.outDir, 'weights.json'), JSON.stringify(weights, undefined, 2));
  return [
    ...loginRows(weights.login),
    ...weights.openings.map(openingRow),
    plain(
      'browser.open.slip-reader',
      'first picture of a slip: its reader',
      kb(weights.slipReader.gzip),
      'KB',
      {
        notes: ['a worker and WebAssembly, fetched when a picture is chosen'],
      },
    ),
    ...wordRows(weights.words),
  ];
}

const plain = (id: string, what: string, value: number, unit: string, rest: Partial<Row> = {}): Row => ({
  id,
  what,
  figure: figureOf([value], unit),
  ...rest,
});
const atMost = (limit: number): Pick<Row, 'target'> => ({ target: { of: 'figure', atMost: limit } });

function loginRows({ script, transferredBytes, requests, ahead, aheadBytes }: FirstLoad): Row[] {
  return [
    plain('browser.login.script.gzip', 'login: all script, gzip', kb(script.gzip), 'KB', atMost(82)),
    plain('browser.login.script.brotli', 'login: all script, brotli', kb(script.brotli), 'KB', atMost(72)),
    plain('browser.login.bytes', 'login: everything', kb(transferredBytes), 'KB', {
      ...atMost(115),
      notes: [
        requests.map(({ path: name, transferredBytes: size }) => `${name} ${kb(size)}`).join(', '),
        `fetched ahead afterwards, at rest: ${ahead.length} files, ${kb(aheadBytes)} KB`,
      ],
    }),
    plain('browser.login.requests', 'login: requests', requests.length, '', atMost(7)),
  ];
}

const openingRow = ({ name, code, files }: Opening): Row =>
  plain(`browser.open.${name}`, `first opening: ${name}`, kb(code.gzip), 'KB', {
    ...(FREE.has(name) ? {} : atMost(25)),
    notes: [`${files} files, brotli ${kb(code.brotli)} KB`],
  });

const wordRows = (words: Weights['words']): Row[] =>
  Object.entries(words).map(([language, { gzip, largest, files }]) =>
    plain(`browser.words.${language}`, `words: ${language}, gzip`, kb(gzip), 'KB', {
      ...atMost(10),
      notes: [`${files} files, the largest ${kb(largest)} KB`],
    }),
  );

/** Reads the stored part: the first visit. Opening every screen takes too long for a test. */
export async function readWeights({
  root,
  postgresUrl,
}: Parameters<Baseline['read']>[0]): ReturnType<Baseline['read']> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'krapao-bench-'));
  try {
    const login = await withSystem({ root, outDir, postgresUrl, serverEnv: {} }, async ({ stack }) => {
      const browser = await openChromium(root);
      try {
        return await measureFirstLoad(browser, stack.url, root);
      } finally {
        await browser.close();
      }
    });
    return Object.fromEntries([
      ['login: script, gzip KB', kb(login.script.gzip)],
      ['login: script, brotli KB', kb(login.script.brotli)],
      ['login: requests', login.requests.length],
      ...Object.entries(wordsByLanguage(root)).map(
        ([language, { gzip }]) => [`words of ${language}, gzip KB`, kb(gzip)] as const,
      ),
    ]);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
