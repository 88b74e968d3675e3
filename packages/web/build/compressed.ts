import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes a brotli and a gzip copy beside every text file, so that the server can send them unchanged. */
export function compressed(): Plugin {
  return {
    name: 'krapao-compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle)) {
        if (!/\.(?:js|css|html|svg|json|wasm|webmanifest)$/.test(file)) continue;
        const path = join(dir ?? 'dist', file);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
