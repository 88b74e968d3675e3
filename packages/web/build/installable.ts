import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { OWN_ACCENT, OWN_PRIMARY, type Brand } from './brand.ts';

/** Ground of the light theme, and the page's colour while the app starts. */
const GROUND = '#f6f0e4';
/** Share of a maskable icon's side that no mask cuts off, less a small margin. */
const SAFE_PART = 0.62;
/** Share for the iOS icon: iOS rounds the corners itself, and shows transparent areas as black. */
const TOUCH_PART = 0.78;

/**
 * Emits the files that make the app installable: the manifest, and icons of the logo in the brand's colour.
 */
export function installable(brand: Brand): Plugin {
  return {
    name: 'krapao-installable',
    apply: 'build',
    async generateBundle() {
      const logo = brand.logo ?? ownLogo(brand);
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source });
      // For the browser's tab, and beside the name in the app.
      emit('icon.svg', logo);
      emit('icon-192.png', await drawn(logo, 192));
      emit('icon-512.png', await drawn(logo, 512));
      emit('icon-maskable-512.png', await onGround(logo, 512, SAFE_PART));
      emit('apple-touch-icon.png', await onGround(logo, 180, TOUCH_PART));
      for (const lang of ['th', 'lo', 'en'] as const) {
        emit(`manifest.${lang}.webmanifest`, JSON.stringify(manifestOf({ ...brand, lang })));
      }
      emit('manifest.webmanifest', JSON.stringify(manifestOf(brand)));
    },
  };
}

/** Returns the built-in logo in the brand's colours. */
const ownLogo = ({ primary, accent }: Brand): string =>
  readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8')
    .replaceAll(OWN_PRIMARY, primary)
    .replaceAll(OWN_ACCENT, accent || OWN_ACCENT);

/** Returns the web app manifest of a brand in its language. */
export function manifestOf({ title, name, descriptions, lang }: Brand) {
  const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: title,
    short_name: name,
    description: descriptions[lang],
    lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    theme_color: GROUND,
    background_color: GROUND,
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  };
}

/**
 * Returns the density in dots per inch at which the drawing renders at that many pixels, without upscaling.
 */
function densityFor(svg: string, side: number): number {
  const [, , , width = '32'] = /viewBox\s*=\s*["']([-\d.]+)[\s,]+([-\d.]+)[\s,]+([\d.]+)/.exec(svg) ?? [];
  return Math.min(10_000, Math.max(1, (72 * side) / Number(width)));
}

const drawn = (svg: string, side: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: densityFor(svg, side) })
    .resize(side, side, { fit: 'contain', background: '#00000000' })
    .png({ palette: true })
    .toBuffer();

async function onGround(svg: string, side: number, part: number): Promise<Buffer> {
  const logo = await drawn(svg, Math.round(side * part));
  return sharp({ create: { width: side, height: side, channels: 4, background: GROUND } })
    .composite([{ input: logo, gravity: 'centre' }])
    .png({ palette: true })
    .toBuffer();
}
