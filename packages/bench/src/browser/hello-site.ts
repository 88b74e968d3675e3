import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Builds the yardstick, a bare React hello page, with the app's Vite and with compressed copies beside its
 * files as the app has them. @returns the folder, to be served by the same server
 */
export async function buildHello(root: string, outDir: string): Promise<string> {
  const out = path.join(outDir, 'hello');
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(root, 'packages/bench/src/browser/hello'),
    build: { outDir: out, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  for (const file of await readdir(out, { recursive: true })) {
    if (!/\.(?:js|html)$/.test(file)) continue;
    const content = await readFile(path.join(out, file));
    await writeFile(path.join(out, `${file}.br`), brotliCompressSync(content));
    await writeFile(path.join(out, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
  return out;
}
