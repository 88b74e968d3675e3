import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Moves the source maps into a separate folder, each at the path of its code: the shipped files have none.
 * `scripts/lib/app-coverage.mjs` reads them.
 */
export function sourceMapsAside(folder: string): Plugin {
  return {
    name: 'krapao-source-maps-aside',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      // After the plugins that insert code.
      order: 'post',
      handler({ dir = '' }, bundle) {
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder, { recursive: true });
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk' && file.map) {
            const path = join(folder, basename(name));
            const sources = file.map.sources.map((source) => resolve(dir, dirname(name), source));
            writeFileSync(path, file.code);
            writeFileSync(`${path}.map`, JSON.stringify({ ...file.map, sources }));
          } else if (name.endsWith('.map')) {
            delete bundle[name];
          }
        }
      },
    },
  };
}
