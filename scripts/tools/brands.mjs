/**
 * `npm run tool -- brands [--brand name]… [--out folder] [--build-only]`: builds the app for every brand of
 * `deploy/brands`, runs it with the brand's content, and photographs its main screens by day and by night
 * into a page and a contact sheet (`.data/brands` by default). Ends with code 1 when it finds a fault.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brandNames, readBrand } from '../lib/brands.mjs';
import { buildWebWith, compile } from '../lib/build.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { cacheDir, killRunningOnSignals, root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const project = join('packages', 'e2e', 'tsconfig.gallery.json');
const entry = join(root, 'packages', 'e2e', 'dist', 'gallery', 'brands.js');
const OUT = '.data/brands';

async function main() {
  const { values } = readToolOptions('brands', {
    options: {
      brand: { type: 'string', multiple: true, value: 'NAME', about: 'this brand alone; may be repeated' },
      out: { type: 'string', value: 'FOLDER', default: OUT, about: `where the pictures go (${OUT})` },
      'build-only': { type: 'boolean', about: 'builds and takes no pictures' },
    },
  });
  killRunningOnSignals();
  await ensureInstalled();
  const brands = (values.brand ?? brandNames()).map(readBrand);
  for (const { name, build, webDir } of brands) {
    const { ok, output } = await buildWebWith({ name: `brand-${name}`, outDir: webDir, env: build });
    if (!ok) throw new UserError(`${name}: ${output.trimEnd()}`);
    process.stdout.write(`built ${webDir}\n`);
  }
  if (values['build-only']) return;
  const compiled = await compile();
  const gallery = await run([...tool('typescript', 'tsc'), '-b', project]);
  const failed = [compiled, gallery].find(({ ok }) => !ok);
  if (failed) throw new UserError(`${failed.output}The build failed`);

  const list = join(cacheDir, 'brands', 'brands.json');
  mkdirSync(join(cacheDir, 'brands'), { recursive: true });
  writeFileSync(list, JSON.stringify(brands));
  const env = { CHROMIUM_PATH: await findChromium() };
  const { ok } = await run([process.execPath, entry, list, resolve(values.out)], { env, show: true });
  process.exit(ok ? 0 : 1);
}

runMain(main);
