/** Page building: the `html` template escapes every inserted value except another template. */
declare const safeBrand: unique symbol;

/** Markup that is safe to send unescaped. */
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

/** A template tag. Attribute values must be in double quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  const markup = texts.reduce((built, text, index) => built + markupOf(parts[index - 1] ?? '') + text);
  return { markup } as SafeHtml;
}

/**
 * Returns an inline script, byte for byte, so that it matches its hash in the policy. Never insert values
 * into it.
 */
export const inlineScript = (code: string): SafeHtml => ({ markup: `<script>${code}</script>` }) as SafeHtml;
