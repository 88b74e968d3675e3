import type { Plugin } from 'vite';
import { accentProperties } from './accent-colours.ts';
import { brandProperties } from './brand-colours.ts';
import { OWN_ACCENT, OWN_PRIMARY, type Brand } from './brand.ts';

const NAME = 'virtual:brand.css';
/** Vite recognizes a stylesheet by its file extension. */
const RESOLVED = '\0brand.css';

/**
 * Serves the operator's colours as a stylesheet over the built-in ones: import `virtual:brand.css` after
 * `tokens.css`.
 */
export function brandCss(brand: Brand): Plugin {
  return {
    name: 'krapao-brand-css',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? cssOf(brand) : undefined),
  };
}

/**
 * Returns the custom properties of a brand's colours and all derived ones; nothing for the built-in colours.
 */
export function cssOf({ primary, accent }: Pick<Brand, 'primary' | 'accent'>): string {
  const properties = Object.entries({
    ...(primary !== OWN_PRIMARY && brandProperties(primary)),
    ...(accent !== '' && accent !== OWN_ACCENT && accentProperties(accent, primary)),
  });
  if (properties.length === 0) return '';
  return `:root {\n${properties.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`;
}
