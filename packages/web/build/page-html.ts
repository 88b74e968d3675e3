import type { DrawnPage } from './drawn-page.ts';

interface PageParts {
  /** The page as Vite makes it. */
  template: string;
  /** Null for a page with nothing drawn. */
  page: DrawnPage | null;
  css: string;
  /** The script in the head. */
  boot: string;
  /** The app. */
  main: string;
  /** What the app will ask for at once. */
  files: readonly string[];
  /** Origin of the API, empty for the page's own. */
  api: string;
  /** The page's description, by BCP 47 tag. */
  descriptions: Readonly<Record<string, string>>;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Pages that the app goes on with as they stand; the others it draws anew. */
const TAKEN_OVER: ReadonlySet<string> = new Set(['login', 'register']);

/** Styles of single elements as rules of a stylesheet: no policy that is strict allows them where they are. */
function withoutStyles(html: string): { markup: string; rules: string } {
  const names = new Map<string, string>();
  const markup = html.replace(
    /(<[a-z]+)([^>]*?) style="([^"]*)"/g,
    (_, tag: string, before: string, style: string) => {
      const name = names.get(style) ?? `drawn-${names.size}`;
      names.set(style, name);
      const isClassed = before.includes(' class="');
      return tag + (isClassed ? before.replace(' class="', ` class="${name} `) : `${before} class="${name}"`);
    },
  );
  const rules = [...names].map(([style, name]) => `.${name}{${style}}`).join('');
  return { markup, rules };
}

/** Faces that would have to be fetched, apart: the first paint does without them (boot/boot.ts). */
function withoutFaces(css: string): { faces: string; rest: string } {
  const faces: string[] = [];
  const rest = css.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    if (!/url\(["']?\//.test(face)) return face;
    faces.push(face);
    return '';
  });
  return { faces: faces.join(''), rest };
}

/** The words that the page is drawn with, for the app to go on with: a block of data, which no policy minds. */
const wordsOf = ({ words }: DrawnPage): string =>
  `<script type="application/json" id="words">${JSON.stringify(words).replaceAll('<', '\\u003c')}</script>`;

/**
 * A page as it is served: its styles in it, what the build has drawn, and one script.
 * @throws Error where a strict policy would stop part of it
 */
export function pageOf({ template, page, css, boot, main, files, api, descriptions }: PageParts): string {
  const isTakenOver = page !== null && TAKEN_OVER.has(page.name);
  const { markup, rules } = isTakenOver ? { markup: page.html, rules: '' } : withoutStyles(page?.html ?? '');
  if (/\sstyle="|<script/.test(markup)) {
    throw new Error(
      `the page ${page?.name} has styles or scripts in its markup, which its policy does not allow`,
    );
  }
  if (css.includes('</')) throw new Error('a stylesheet must not end the element it is put into');
  const data = {
    main: `/${main}`,
    files: files.map((file) => `/${file}`).join(' '),
    api,
    drawn: page ? '1' : '',
  };
  const attributes = Object.entries(data)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` data-${name}="${escape(value)}"`)
    .join('');
  const { faces, rest } = withoutFaces(css);
  const head = `<style>${rest}${rules}</style><style id="faces" media="not all">${faces}</style><script src="/${boot}"${attributes}></script>`;
  const path = isTakenOver ? ` data-path="/${page.name}"` : '';
  const bare = template
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replace('</head>', () => `${head}</head>`);
  if (!page) return bare;
  const description = descriptions[page.tag];
  if (description === undefined) throw new Error(`the page has no description in ${page.tag}`);
  return bare
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escape(description)}" />`,
    )
    .replace(/<html lang="[^"]*">/, `<html lang="${page.tag}">`)
    .replace(/<title>[^<]*<\/title>/, (own) => (page.title ? `<title>${escape(page.title)}</title>` : own))
    .replace('<div id="root"></div>', () => `<div id="root"${path}>${markup}</div>${wordsOf(page)}`);
}
