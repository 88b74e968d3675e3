import type { Plugin } from 'vite';
import type { Brand } from './brand.ts';

/** Sets title, description and language of the page from the build settings. */
export function pageHead({ title, descriptions, lang }: Brand): Plugin {
  const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return {
    name: 'krapao-page-head',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replace('<title></title>', `<title>${escape(title)}</title>`)
          .replace(
            'name="description" content=""',
            `name="description" content="${escape(descriptions[lang])}"`,
          )
          .replace('<html lang="th">', `<html lang="${lang}">`),
    },
  };
}
