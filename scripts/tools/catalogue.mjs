/**
 * `npm run tool -- catalogue`: serves the kit's catalogue, every component in every state. `--compare [--times N]`
 * compares it with the pictures in `packages/e2e/src/catalogue/kept`, as `npm test` does; `--update`
 * stores the current ones.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildWeb, webBuildDir } from '../lib/build.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { killRunningOnSignals, root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const kept = join(root, 'packages', 'e2e', 'src', 'catalogue', 'kept');

/** Reduces the colours of the pictures as far as the eye allows: they are kept in the repository. */
async function shrink() {
  // `sharp` is a dependency of the app's build, which draws its icons with it.
  const sharp = createRequire(join(root, 'packages', 'web', 'package.json'))('sharp');
  for (const name of readdirSync(kept).filter((file) => file.endsWith('.png'))) {
    const file = join(kept, name);
    const small = await sharp(readFileSync(file))
      .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer();
    writeFileSync(file, small);
  }
}

async function main() {
  const { values } = readToolOptions('catalogue', {
    options: {
      compare: { type: 'boolean', about: 'compares it with the stored pictures' },
      update: { type: 'boolean', about: 'stores the current pictures' },
      times: {
        type: 'string',
        value: 'N',
        default: '1',
        whole: true,
        about: 'takes every picture N times (1)',
      },
    },
  });
  killRunningOnSignals();
  await ensureInstalled();
  if (!values.update && !values.compare) {
    const web = join(root, 'packages', 'web');
    await run([...tool('vite'), '--mode', 'catalogue', '--open', '/catalogue/'], { cwd: web, show: true });
    return;
  }
  const built = await buildWeb({ name: 'catalogue' });
  if (!built.ok) throw new UserError(`${built.output}The build failed`);
  if (values.update) rmSync(kept, { recursive: true, force: true });
  const env = {
    CHROMIUM_PATH: await findChromium(),
    CATALOGUE_DIR: webBuildDir('catalogue'),
    CATALOGUE_UPDATE: values.update ? '1' : '',
  };
  const args = ['test', 'catalogue.spec', '--reporter=list', `--repeat-each=${values.times}`];
  const { ok } = await run([...tool('playwright'), ...args], {
    cwd: join(root, 'packages', 'e2e'),
    env,
    show: true,
  });
  if (values.update) await shrink();
  process.exit(ok ? 0 : 1);
}

runMain(main);
