import type { Page } from '@playwright/test';
import type { Payload } from './places.ts';

/** Returns dangerous content of a page, read from its own document. */
export const dangers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    if ('xss' in window) found.push('a script ran');
    const own = new Set(document.querySelectorAll('head *'));
    for (const element of document.querySelectorAll('*')) {
      if (own.has(element)) continue;
      // Allowed scripts are our own files, and the page's embedded texts, which are data.
      const isOurScript =
        element instanceof HTMLScriptElement &&
        (element.src.startsWith(`${location.origin}/assets/`) ||
          (element.id === 'words' && element.type === 'application/json'));
      if (
        /^(script|iframe|object|embed|base|meta|link|applet|frame|foreignobject)$/i.test(element.localName) &&
        !isOurScript
      )
        found.push(element.outerHTML.slice(0, 200));
      for (const { name, value } of element.attributes) {
        const isAddress = /href|src|action|data|xlink/i.test(name) && URL.canParse(value, location.href);
        // Resolved like in the browser: much that looks like a scheme is a relative address.
        const scheme = isAddress ? new URL(value, location.href).protocol : '';
        const isScript =
          /^(javascript|vbscript):$/.test(scheme) || /^data:(text|image\/svg)/i.test(value.trim());
        if (/^on/i.test(name) || name === 'srcdoc' || isScript)
          found.push(`${element.localName} ${name}=${value.slice(0, 100)}`);
      }
    }
    return found.slice(0, 10);
  });

/** Returns how many of the payloads are on the page. */
export const countShown = (page: Page, payloads: readonly Payload[]): Promise<number> =>
  page.evaluate(
    (marks) => marks.filter((mark) => document.body.textContent?.includes(mark)).length,
    payloads.map(({ mark }) => mark),
  );

/** Closes each dialog that a script opens. @returns their messages, which go on to be added */
export function dismissDialogs(page: Page): string[] {
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    void dialog.dismiss();
  });
  return messages;
}

/** An element, an attribute or text, as the browser holds it. */
export type Seen = string | readonly [name: string, attributes: readonly string[], content: readonly Seen[]];

/** Returns the remains of each payload that has its own piece of markup, by its mark. */
export const remains = (page: Page): Promise<Record<string, readonly Seen[]>> =>
  page.evaluate(() => {
    const contentOf = (element: Element): Seen[] => {
      element.normalize();
      return [...element.childNodes].map((node): Seen => {
        if (!(node instanceof Element)) return `${node.nodeType} ${node.nodeValue}`;
        const attributes = [...node.attributes].map(
          ({ namespaceURI, name, value }) => `${namespaceURI ?? ''} ${name}=${value}`,
        );
        return [`${node.namespaceURI} ${node.localName}`, attributes.toSorted(), contentOf(node)];
      });
    };
    const found: Record<string, Seen[]> = {};
    for (const element of document.querySelectorAll('dialog[open] div')) {
      const [mark] = /^payload-\d+-/.exec(element.firstChild?.nodeValue ?? '') ?? [];
      if (mark !== undefined) found[mark] = contentOf(element);
    }
    return found;
  });
