import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { refuse } from '../support/refuse.ts';
import { expectNoSecrets } from '../support/secrets.ts';
import { startStack } from '../support/stack.ts';
import { newWatch, watchNewContexts } from '../support/watch.ts';
import { assemble } from './fixtures.ts';
import { galleryPage } from './gallery-page.ts';
import { findSamePictures, photograph, type Picture } from './photograph.ts';
import { SCREENS } from './screens.ts';
import { LANGUAGES, nameOf, VARIANTS } from './variants.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.data/gallery' },
    screen: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    variant: { type: 'string', multiple: true },
  },
});

const chosen = <T>(all: readonly T[], nameOfOne: (one: T) => string, wanted: string[] | undefined): T[] =>
  all.filter((one) => !wanted || wanted.includes(nameOfOne(one)));
const check = (option: string, wanted: string[] | undefined, known: readonly string[]): void => {
  const unknown = wanted?.find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`--${option}: no ${unknown}; there are ${known.join(', ')}`);
};
check(
  'screen',
  values.screen,
  SCREENS.map(({ name }) => name),
);
check('language', values.language, LANGUAGES);
check('variant', values.variant, VARIANTS.map(nameOf));
const screens = chosen(SCREENS, ({ name }) => name, values.screen);
const languages = chosen(LANGUAGES, (language) => language, values.language);
const variants = chosen(VARIANTS, nameOf, values.variant);

const report = ({ screen, language, variant, problems }: Picture): void => {
  for (const problem of problems) {
    process.stdout.write(`${screen} ${language} ${nameOf(variant)}: ${problem}\n`);
  }
};

const folder = path.resolve(values.out);
await mkdir(folder, { recursive: true });
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const stack = await startStack().catch(async (fault: unknown) => {
  await browser.close();
  throw fault;
});
try {
  const fixtures = await assemble(stack);
  const watch = newWatch();
  const endWatch = watchNewContexts(browser, watch);
  const pictures = await photograph({
    browser,
    fixtures,
    screens,
    languages,
    variants,
    folder,
    onPicture: report,
  });
  await endWatch();
  const same = findSamePictures(pictures);
  for (const line of [...new Set(watch.mishaps), ...same]) process.stdout.write(`${line}\n`);
  expectNoSecrets('browser console', watch.console.join('\n'));
  await writeFile(path.join(folder, 'index.html'), galleryPage(pictures));
  const bad = pictures.filter(({ problems }) => problems.length > 0).length;
  const looks = pictures.flatMap(({ axe }) => axe ?? []);
  const found = looks.reduce((sum, { findings }) => sum + findings.length, 0);
  const advised = looks.reduce((sum, { advice }) => sum + advice.length, 0);
  process.stdout.write(
    `${path.join(folder, 'index.html')}\n` +
      `gallery: ${pictures.length} pictures, ${bad} with problems, ${same.length} the same as another; ` +
      `axe: ${looks.length} runs, ${found} findings, ${advised} of good practice\n`,
  );
  if (bad + same.length + watch.mishaps.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack.stop();
}
