import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';
import { brandOf } from './build/brand.ts';
import { brandCss } from './build/brand-css.ts';
import { servedClassName } from './build/class-names.ts';
import { compressed } from './build/compressed.ts';
import { cutFonts } from './build/cut-fonts.ts';
import { codeGroups } from './build/first-files.ts';
import { installable } from './build/installable.ts';
import { offlineShell } from './build/offline-shell.ts';
import { oneAppFile } from './build/one-app-file.ts';
import { pageHead } from './build/page-head.ts';
import { prerender } from './build/prerender.ts';
import { shortTexts } from './build/short-texts.ts';
import { sourceMapsAside } from './build/source-maps.ts';

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'VITE_');
  const brand = brandOf(env);
  const api = env['VITE_DEV_API'] || 'http://127.0.0.1:8080';
  const css = { modules: { generateScopedName: servedClassName } };
  const resolve = { conditions: ['source', ...defaultClientConditions] };
  // The kit's catalogue: separate pages outside the product.
  if (mode === 'catalogue') {
    return {
      plugins: [react(), cutFonts(), brandCss(brand)],
      resolve,
      css,
      publicDir: false,
      build: { outDir: 'dist-catalogue', rolldownOptions: { input: 'catalogue/index.html' } },
    };
  }
  // The tests' builds: source maps relate browser coverage to the sources.
  const mapsFolder = process.env['SOURCE_MAPS_DIR'];
  return {
    plugins: [
      ...(mapsFolder ? [sourceMapsAside(mapsFolder)] : []),
      react(),
      shortTexts(),
      cutFonts(),
      brandCss(brand),
      pageHead(brand),
      oneAppFile(),
      prerender({ brand, mode, apiBaseUrl: (env['VITE_API_BASE_URL'] ?? '').replace(/\/+$/, '') }),
      installable(brand),
      offlineShell({ isOn: env['VITE_OFFLINE_SHELL'] !== 'off' }),
      compressed(),
    ],
    resolve,
    css,
    server: {
      proxy: { '/api': api, '/content': api, '/chat-files': api, '/socket.io': { target: api, ws: true } },
    },
    build: {
      outDir: 'dist',
      sourcemap: mapsFolder ? 'hidden' : false,
      rolldownOptions: { output: { codeSplitting: { groups: codeGroups() } } },
      // Fonts stay separate files, so that each script's font is loaded only when a page uses it.
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    },
  };
});
