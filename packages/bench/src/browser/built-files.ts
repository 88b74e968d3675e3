import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** How heavy a built file is on the line. */
export interface Weight {
  gzip: number;
  brotli: number;
}

const NOTHING: Weight = { gzip: 0, brotli: 0 };
const assets = (root: string): string => path.join(root, 'packages/web/dist');

/**
 * What a file of the build weighs, in its compressed copies where it has them; nothing for what is no file of the
 * build.
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

/** The sum of several. */
export const sumOf = (weights: readonly Weight[]): Weight =>
  weights.reduce(
    (sum, { gzip, brotli }) => ({ gzip: sum.gzip + gzip, brotli: sum.brotli + brotli }),
    NOTHING,
  );

export type Language = 'th' | 'la' | 'en';

/** The built chunks with the words of one language, as request paths. The build names them all alike: letters tell. */
export function wordsOf(root: string, language: Language): string[] {
  const folder = path.join(assets(root), 'assets');
  return readdirSync(folder)
    .filter((name) => /^(?:th|la|en|[a-z-]*words)-[^.]+\.js$/.test(name))
    .filter((name) => languageOf(readFileSync(path.join(folder, name), 'utf8')) === language)
    .map((name) => `/assets/${name}`);
}

/** Every language is named in its own letters in all of them, so the most frequent letters count. */
function languageOf(text: string): Language {
  const thai = text.match(/[\u0e00-\u0e7f]/g)?.length ?? 0;
  const lao = text.match(/[\u0e80-\u0eff]/g)?.length ?? 0;
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  if (Math.max(thai, lao) < latin / 10) return 'en';
  return thai > lao ? 'th' : 'la';
}

/** What reads the code on a picture of a slip on the phone itself: a worker and its WebAssembly. */
export const slipReader = (root: string): string[] =>
  readdirSync(path.join(assets(root), 'assets'))
    .filter((name) => /^(?:qr-worker.*\.js|zxing.*\.wasm)$/.test(name))
    .map((name) => `/assets/${name}`);
