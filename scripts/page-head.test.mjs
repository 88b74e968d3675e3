import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from './lib/process.mjs';

const web = join(root, 'packages/web');

afterEach(() => {
  vi.unstubAllEnvs();
});

/**
 * Returns the page as built with these settings.
 * @param {Record<string, string>} [settings]
 */
async function pageWith(settings = {}) {
  // Clears the developer's own settings.
  const none = { VITE_TITLE: '', VITE_DESCRIPTION: '', VITE_LAOS: '', VITE_BRAND_PRIMARY: '' };
  for (const [name, value] of Object.entries({ ...none, ...settings })) vi.stubEnv(name, value);
  const config = await resolveConfig({ root: web, configFile: join(web, 'vite.config.ts') }, 'build');
  const plugin = config.plugins.find(({ name }) => name === 'krapao-page-head');
  const transform = /** @type {any} */ (plugin?.transformIndexHtml);
  return transform.handler(readFileSync(join(web, 'index.html'), 'utf8'));
}

test('the page has a title and a description of its own', async () => {
  const html = await pageWith();
  expect(html).toContain('<title>Krapao</title>');
  expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
  expect(html).toContain('<html lang="th">');
});

test('build settings give the page another title and description', async () => {
  const html = await pageWith({ VITE_TITLE: 'A & B <wallet>', VITE_DESCRIPTION: 'Say "hello"' });
  expect(html).toContain('<title>A &amp; B &lt;wallet></title>');
  expect(html).toContain('<meta name="description" content="Say &quot;hello&quot;" />');
});

test('a build for Laos says so', async () => {
  const html = await pageWith({ VITE_LAOS: '1' });
  expect(html).toContain('<html lang="lo">');
  expect(html).toMatch(/<meta name="description" content="\p{Script=Lao}/u);
});

test('a brand colour that is none is refused', async () => {
  await expect(pageWith({ VITE_BRAND_PRIMARY: 'red' })).rejects.toThrow(
    'VITE_BRAND_PRIMARY must be a colour',
  );
});
