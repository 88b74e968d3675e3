import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Transfer size of a built file. */
export interface Weight {
  gzip: number;
  brotli: number;
}

const NOTHING: Weight = { gzip: 0, brotli: 0 };
const assets = (root: string): string => path.join(root, 'packages/web/dist');

/**
 * Returns the weight of a built file, from its compressed copies where they exist; zero for a file outside of
 * the build.
 */
export function weightOf(root: string, requestPath: string): Weight {
  const [pathname = ''] = requestPath.split('?');
  const file = path.join(assets(root), pathname === '/' ? 'index.html' : pathname);
  const exact = statSync(file, { throwIfNoEntry: false });
  if (!exact?.isFile()) return NOTHING;
  const sizeOf = (name: string, compress: (content: Buffer) => Buffer): number =>
    statSync(name, { throwIfNoEntry: false })?.size ?? compress(readFileSync(file)).length;
  const isPacked = /\.(?:woff2|png|jpe?g|webp)$/.test(file);
  if (isPacked) return { gzip: exact.size, brotli: exact.size };
  return {
    gzip: sizeOf(`${file}.gz`, (content) => gzipSync(content, { level: 9 })),
    brotli: sizeOf(`${file}.br`, (content) => brotliCompressSync(content)),
  };
}

/** Returns the sum of several weights. */
export const sumOf = (weights: readonly Weight[]): Weight =>
  weights.reduce(
    (sum, { gzip, brotli }) => ({ gzip: sum.gzip + gzip, brotli: sum.brotli + brotli }),
    NOTHING,
  );

export type Language = 'th' | 'la' | 'en';

/**
 * Returns the built chunks with the texts of one language, as request paths. Their file names do not tell the
 * language; their letters do.
 */
export function wordsOf(root: string, language: Language): string[] {
  const folder = path.join(assets(root), 'assets');
  return readdirSync(folder)
    .filter((name) => /^(?:th|la|en|[a-z-]*words)-[^.]+\.js$/.test(name))
    .filter((name) => languageOf(readFileSync(path.join(folder, name), 'utf8')) === language)
    .map((name) => `/assets/${name}`);
}

/**
 * Returns the language of the most frequent letters: every chunk names all languages in their own letters.
 */
function languageOf(text: string): Language {
  const thai = text.match(/[\u0e00-\u0e7f]/g)?.length ?? 0;
  const lao = text.match(/[\u0e80-\u0eff]/g)?.length ?? 0;
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  if (Math.max(thai, lao) < latin / 10) return 'en';
  return thai > lao ? 'th' : 'la';
}

/** Returns the files of the slip's QR reader on the phone: a worker and its WebAssembly. */
export const slipReader = (root: string): string[] =>
  readdirSync(path.join(assets(root), 'assets'))
    .filter((name) => /^(?:qr-worker.*\.js|zxing.*\.wasm)$/.test(name))
    .map((name) => `/assets/${name}`);
