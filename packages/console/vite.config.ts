import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractSources } from './build/contract-sources.ts';

const staffApi = process.env['CONSOLE_DEV_API'] || 'http://127.0.0.1:8070';
const proxy = { '/staff/api': staffApi };

export default defineConfig({
  plugins: [react()],
  resolve: { alias: contractSources },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    // Every file is served by itself: the content policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
