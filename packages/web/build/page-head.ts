import type { HtmlTagDescriptor, Plugin } from 'vite';
import type { Brand } from './brand.ts';

/** Title and description from the build settings, and a preload of the font the first screen needs. */
export function pageHead({ title, description, lang }: Brand): Plugin {
  const firstFonts =
    lang === 'lo' ? ['noto-sans-lao-lao-wght'] : ['noto-sans-thai-thai-wght', 'noto-sans-thai-latin-wght'];
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
        return {
          html: html
            .replace('<title></title>', `<title>${escape(title)}</title>`)
            .replace('name="description" content=""', `name="description" content="${escape(description)}"`)
            .replace('<html lang="th">', `<html lang="${lang}">`),
          tags,
        };
      },
    },
  };
}
