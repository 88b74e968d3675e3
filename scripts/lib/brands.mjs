import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, root, UserError } from './process.mjs';

const brandsDir = join(root, 'deploy', 'brands');

/**
 * A brand as its folder has it: settings of the build, settings of the server, and its content.
 * @typedef {{ name: string, build: Record<string, string>, server: Record<string, string>, webDir: string,
 *   contentDir: string }} BrandFolder
 */

/** Returns the existing brands, by the names of their folders. */
export const brandNames = () =>
  readdirSync(brandsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/**
 * Reads a brand's folder and lays its content over the demonstration's.
 * @param {string} name
 * @returns {BrandFolder}
 */
export function readBrand(name) {
  const file = join(brandsDir, name, 'brand.env');
  if (!existsSync(file)) {
    throw new UserError(`there is no brand "${name}"; there are ${brandNames().join(', ')}`);
  }
  const settings = Object.entries(readSettings(file, readFileSync(file, 'utf8')));
  const of = (/** @type {boolean} */ isBuild) =>
    Object.fromEntries(settings.filter(([setting]) => setting.startsWith('VITE_') === isBuild));
  const folder = join(cacheDir, 'brands', name);
  const contentDir = join(folder, 'content');
  rmSync(contentDir, { recursive: true, force: true });
  cpSync(join(root, 'content', 'demo'), contentDir, { recursive: true });
  const own = join(brandsDir, name, 'content');
  if (existsSync(own)) cpSync(own, contentDir, { recursive: true });
  return { name, build: of(true), server: of(false), webDir: join(folder, 'web'), contentDir };
}

/**
 * Reads `NAME=value` lines; a line that begins with `#` is a comment.
 * @param {string} file name of the file, for the error about any other line
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function readSettings(file, text) {
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, setting, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (!setting || value === undefined)
      throw new UserError(`${file}:${index + 1}: expected NAME=value, not "${line}"`);
    if (Object.hasOwn(settings, setting))
      throw new UserError(`${file}:${index + 1}: ${setting} is set twice`);
    settings[setting] = value.trim();
  }
  return settings;
}
