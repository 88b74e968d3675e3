/** Building pages: whatever is put into the `html` template is escaped, unless it is a template itself. */
declare const safeBrand: unique symbol;

/** Markup that is safe to send as it is. */
export type SafeHtml = { readonly markup: string; readonly [safeBrand]: true };

type Part = string | number | SafeHtml | readonly SafeHtml[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function markupOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** A template tag. Attribute values must stand in double quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  const markup = texts.reduce((built, text, index) => built + markupOf(parts[index - 1] ?? '') + text);
  return { markup } as SafeHtml;
}

/** A script of ours in the page, to the letter, as a policy's hash of it wants. Never with anything put into it. */
export const inlineScript = (code: string): SafeHtml => ({ markup: `<script>${code}</script>` }) as SafeHtml;
