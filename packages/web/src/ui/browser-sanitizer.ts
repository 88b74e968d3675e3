import {
  ADDRESSES,
  asPage,
  ATTRIBUTES,
  GONE_WHOLE,
  holdToRules,
  HTML_ELEMENTS,
  SVG_ELEMENTS,
  type Sanitize,
} from './plain-content.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** APIs that TypeScript does not know yet. */
interface Reader {
  readonly prototype: Document;
  parseHTML?: (html: string, options: { sanitizer: Sanitizer }) => Document;
}

const within = (namespace: string) => (name: string) => ({ name, namespace });

const LISTED = {
  elements: [...HTML_ELEMENTS.map(within(HTML)), ...SVG_ELEMENTS.map(within(SVG))],
  attributes: [...ADDRESSES, ...ATTRIBUTES, { name: 'href', namespace: XLINK }],
  comments: false,
  dataAttributes: false,
};

const NOT_REPLACED: ReadonlySet<string> = new Set([...HTML_ELEMENTS, ...SVG_ELEMENTS, ...GONE_WHOLE]);

/**
 * Returns unknown element names of the markup. The browser must be told which elements to replace by their
 * children.
 */
function unlisted(html: string): readonly string[] {
  const names = html.matchAll(/<([a-z][^\t\n\f\r />]*)/gi);
  return [...new Set([...names].map(([, name = '']) => name.toLowerCase()))].filter(
    (name) => !NOT_REPLACED.has(name),
  );
}

/**
 * Returns the browser's own sanitizer, where it has one: it parses into a separate document, and loads
 * nothing.
 */
export function browserSanitizer(): Sanitize | undefined {
  const reader: Reader = Document;
  if (typeof Sanitizer === 'undefined' || !reader.parseHTML) return undefined;
  return (html) => {
    const names = unlisted(html);
    const sanitizer = new Sanitizer({
      ...LISTED,
      replaceWithChildrenElements: [HTML, SVG].flatMap((namespace) => names.map(within(namespace))),
    });
    const read = reader.parseHTML?.(asPage(html), { sanitizer });
    return read ? holdToRules(read.body) : [];
  };
}
