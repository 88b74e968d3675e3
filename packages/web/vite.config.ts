import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, loadEnv } from 'vite';
import { brandOf } from './build/brand.ts';
import { compressed } from './build/compressed.ts';
import { installable } from './build/installable.ts';
import { offlineShell } from './build/offline-shell.ts';
import { pageHead } from './build/page-head.ts';

/** What most screens share travels as one file rather than as twenty small ones. */
const commonGround = {
  name: 'common',
  test: /\/src\/(?:lib|ui|features\/session)\/(?!i18n\/(?:th|la|en)\b|safe-html)/,
  minShareCount: 3,
};

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'VITE_');
  const brand = brandOf(env);
  const api = env['VITE_DEV_API'] || 'http://127.0.0.1:8080';
  const resolve = { conditions: ['source', ...defaultClientConditions] };
  // The kit's catalogue: pages of their own, of which the product knows nothing.
  if (mode === 'catalogue') {
    return {
      plugins: [react()],
      resolve,
      publicDir: false,
      build: { outDir: 'dist-catalogue', rolldownOptions: { input: 'catalogue/index.html' } },
    };
  }
  return {
    plugins: [
      react(),
      pageHead(brand),
      installable(brand),
      offlineShell({ isOn: env['VITE_OFFLINE_SHELL'] !== 'off' }),
      compressed(),
    ],
    resolve,
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
