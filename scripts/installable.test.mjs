import { join } from 'node:path';
import sharp from 'sharp';
import { resolveConfig } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from './lib/process.mjs';

const web = join(root, 'packages/web');

afterEach(() => {
  vi.unstubAllEnvs();
});

/**
 * Returns the files that a build with these settings puts beside the page to make it installable, by file
 * name.
 * @param {Record<string, string>} [settings]
 */
async function installableWith(settings = {}) {
  const none = {
    VITE_TITLE: '',
    VITE_DESCRIPTION: '',
    VITE_LAOS: '',
    VITE_BRAND_PRIMARY: '',
    VITE_BRAND_NAME: '',
  };
  for (const [name, value] of Object.entries({ ...none, ...settings })) vi.stubEnv(name, value);
  const config = await resolveConfig({ root: web, configFile: join(web, 'vite.config.ts') }, 'build');
  const plugin = /** @type {any} */ (config.plugins.find(({ name }) => name === 'krapao-installable'));
  /** @type {Record<string, any>} */
  const files = {};
  const emitFile = (/** @type {any} */ { fileName, source }) => (files[fileName] = source);
  await plugin.generateBundle.call({ emitFile });
  return { files, manifest: JSON.parse(files['manifest.webmanifest']) };
}

/** Returns the colour in the body of the pouch. */
async function pouchColour(/** @type {Buffer} */ png) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.round(info.height * 0.6) * info.width + Math.round(info.width * 0.15)) * info.channels;
  return `#${data.subarray(at, at + 3).toString('hex')}`;
}

test('the app can be installed under its own name, with icons of every kind a phone asks for', async () => {
  const { files, manifest } = await installableWith();
  expect(manifest).toMatchObject({
    name: 'Krapao',
    short_name: 'Krapao',
    lang: 'th',
    start_url: '/',
    scope: '/',
  });
  expect(manifest.description.length).toBeGreaterThan(20);
  const ofLanguages = ['th', 'lo', 'en'].map((lang) => JSON.parse(files[`manifest.${lang}.webmanifest`]));
  expect(ofLanguages.map(({ lang }) => lang)).toEqual(['th', 'lo', 'en']);
  expect(
    ofLanguages.map(({ description }) => /^\p{Script=Thai}|^\p{Script=Lao}|^\w/u.exec(description)?.[0]),
  ).toEqual(['ก', 'ກ', 'O']);
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(files[src.slice(1)]).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
  expect(manifest.icons.map((/** @type {any} */ { purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  // Masked icons, and icons whose background a phone fills in black, must be opaque.
  for (const name of ['icon-maskable-512.png', 'apple-touch-icon.png']) {
    expect((await sharp(files[name]).stats()).isOpaque).toBe(true);
  }
});

test('another brand has its own name, words, language and colour', async () => {
  const { files, manifest } = await installableWith({
    VITE_TITLE: 'Champa wallet',
    VITE_BRAND_NAME: 'Champa',
    VITE_DESCRIPTION: 'One wallet for every game',
    VITE_DESCRIPTION_EN: 'Every game in English',
    VITE_BRAND_PRIMARY: '#0a6b4f',
    VITE_LAOS: '1',
  });
  expect(manifest).toMatchObject({
    name: 'Champa wallet',
    short_name: 'Champa',
    description: 'One wallet for every game',
    lang: 'lo',
  });
  const english = JSON.parse(files['manifest.en.webmanifest']);
  expect(english).toMatchObject({ description: 'Every game in English', lang: 'en', id: manifest.id });
  expect(await pouchColour(files['icon-512.png'])).toBe('#0a6b4f');
});
