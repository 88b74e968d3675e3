import type { Picture } from './photograph.ts';
import { nameOf } from './variants.ts';

export interface BrandPictures {
  brand: string;
  /** Settings that differ from other brands. */
  settings: Readonly<Record<string, string>>;
  pictures: readonly Picture[];
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const STYLE = `
  body { margin: 16px; font: 12px/1.4 system-ui, sans-serif; background: #fff; color: #111; }
  table { border-collapse: collapse; margin-bottom: 8px; }
  td { padding: 0 16px 0 0; vertical-align: top; }
  section > div { display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; }
  figure { margin: 0; }
  img { display: block; height: 400px; width: auto; max-width: 640px; object-fit: cover; object-position: top; border: 1px solid #ccc; }
`;

/** Returns a page with the brands one below another: their settings, and their screens side by side. */
export function brandSheet(all: readonly BrandPictures[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Brands</title>
<style>${STYLE}</style>
${all.map(section).join('\n')}
</html>
`;
}

function section({ brand, settings, pictures }: BrandPictures): string {
  const rows = Object.entries(settings).map(
    ([name, value]) => `<tr><td>${escape(name)}</td><td>${escape(value)}</td></tr>`,
  );
  const figures = pictures
    .filter(({ file }) => file !== '')
    .map(
      ({ screen, variant, file }) =>
        `<figure><img src="${escape(`${brand}/${file}`)}" alt=""><figcaption>${escape(screen)} ${nameOf(variant)}</figcaption></figure>`,
    );
  return `<section><h2>${escape(brand)}</h2><table>${rows.join('')}</table><div>${figures.join('')}</div></section>`;
}
