import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { startStack } from '../support/stack.ts';
import { brandSheet, type BrandPictures } from './brand-sheet.ts';
import { assemble } from './fixtures.ts';
import { assembleInLaos } from './laos-fixtures.ts';
import { photograph } from './photograph.ts';
import { SCREENS } from './screens.ts';
import { DAY_AND_NIGHT, LANGUAGES, nameOf, type Variant } from './variants.ts';

/** Input from `scripts/tools/brands.mjs`. */
const brands = z.array(
  z.object({
    name: z.string(),
    build: z.record(z.string(), z.string()),
    server: z.record(z.string(), z.string()),
    webDir: z.string(),
    contentDir: z.string(),
  }),
);
type Brand = z.output<typeof brands>[number];

const WANTED = ['login', 'register-phone', 'home', 'deposit', 'withdraw', 'spin', 'statement', 'profile'];
const DESK: Variant = { width: 1280, height: 800, theme: 'light' };

const [list = '', out = ''] = process.argv.slice(2);
const folder = path.resolve(out);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Photographs a brand in its initial language. */
async function photographBrand({ name, build, server, webDir, contentDir }: Brand): Promise<BrandPictures> {
  const stack = await startStack({ env: { ...server, WEB_DIR: webDir, CONTENT_DIR: contentDir } });
  try {
    const isLaos = server['LAOS'] === '1';
    const fixtures = await (isLaos ? assembleInLaos(stack) : assemble(stack, { talks: false }));
    const [first] = (build['VITE_LANGUAGES'] ?? 'th').split(',');
    const languages = LANGUAGES.filter((language) => language === first);
    const take = (screens: readonly string[], variants: readonly Variant[]) =>
      photograph({
        browser,
        fixtures,
        screens: SCREENS.filter((screen) => screens.includes(screen.name)),
        languages,
        variants,
        folder: path.join(folder, name),
      });
    const pictures = [...(await take(WANTED, DAY_AND_NIGHT)), ...(await take(['home'], [DESK]))];
    return { brand: name, settings: { ...build, ...server }, pictures };
  } finally {
    await stack.stop();
  }
}

try {
  const all: BrandPictures[] = [];
  for (const brand of brands.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const taken = await photographBrand(brand);
    all.push(taken);
    for (const { screen, variant, problems } of taken.pictures) {
      for (const problem of problems) {
        process.stdout.write(`${brand.name} ${screen} ${nameOf(variant)}: ${problem}\n`);
      }
    }
  }
  await writeFile(path.join(folder, 'index.html'), brandSheet(all));
  const page = await browser.newPage({ viewport: { width: 1840, height: 900 } });
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  await page.screenshot({ path: path.join(folder, 'contact-sheet.png'), fullPage: true });
  const pictures = all.flatMap((one) => one.pictures);
  const bad = pictures.filter(({ problems }) => problems.length > 0).length;
  process.stdout.write(
    `${path.join(folder, 'contact-sheet.png')}\n` +
      `brands: ${all.length}, ${pictures.length} pictures, ${bad} with problems\n`,
  );
  if (bad > 0) process.exitCode = 1;
} finally {
  await browser.close();
}
