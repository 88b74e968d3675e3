import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv, type HtmlTagDescriptor, type Plugin } from 'vite';

const DEFAULT_TITLE = 'Krapao';
const DEFAULT_DESCRIPTION = 'กระเป๋าเดียวสำหรับทุกเกมของคุณ ฝาก ถอน และโยกเครดิตได้ในที่เดียว';

/** What most screens share travels as one file rather than as twenty small ones. */
const commonGround = {
  name: 'common',
  test: /\/src\/(?:lib|ui|features\/session)\/(?!i18n\/(?:th|la|en)\b|safe-html)/,
  minShareCount: 3,
};

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'VITE_');
  checkBrandColour(env['VITE_BRAND_PRIMARY']);
  const api = env['VITE_DEV_API'] || 'http://127.0.0.1:8080';
  return {
    plugins: [react(), pageHead(env), compressed()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    server: {
      proxy: { '/api': api, '/content': api, '/chat-files': api, '/socket.io': { target: api, ws: true } },
    },
    build: {
      outDir: 'dist',
      rolldownOptions: { output: { codeSplitting: { groups: [commonGround] } } },
      // Fonts stay files of their own, so that each script is fetched only when a page uses it.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    },
  };
});

/** Puts a brotli and a gzip copy beside every text file, so that the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: 'krapao-compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const file of Object.keys(bundle)) {
        if (!/\.(?:js|css|html|svg|json|wasm)$/.test(file)) continue;
        const path = join(dir ?? 'dist', file);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Title and description from the build settings, and a preload of the font the first screen needs. */
function pageHead(env: Record<string, string>): Plugin {
  const laos = ['1', 'true'].includes((env['VITE_LAOS'] ?? '').toLowerCase());
  const firstFonts = laos
    ? ['noto-sans-lao-lao-wght']
    : ['noto-sans-thai-thai-wght', 'noto-sans-thai-latin-wght'];
  const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    name: 'krapao-page-head',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const tags: HtmlTagDescriptor[] = Object.keys(bundle ?? {})
          .filter((file) => firstFonts.some((font) => file.includes(font)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          }));
        const title = escape(env['VITE_TITLE'] || DEFAULT_TITLE);
        const description = escape(env['VITE_DESCRIPTION'] || DEFAULT_DESCRIPTION);
        return {
          html: html
            .replace('<title></title>', `<title>${title}</title>`)
            .replace('name="description" content=""', `name="description" content="${description}"`)
            .replace('<html lang="th">', `<html lang="${laos ? 'lo' : 'th'}">`),
          tags,
        };
      },
    },
  };
}

function checkBrandColour(value: string | undefined): void {
  if (value && !/^#[0-9a-f]{6}$/i.test(value)) {
    throw new Error(`VITE_BRAND_PRIMARY must be a colour such as #35358f, not "${value}"`);
  }
}
