/** Parses markup and returns its plain content as nodes that are not in the page yet. */
export type Sanitize = (html: string) => readonly Node[];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/* The session token is in web storage, so a script in the operator's content could steal accounts: the
   permitted markup is an allowlist, for both sanitizers (`browser-sanitizer.ts`, `purifier.ts`). Names
   are spelt as browsers spell them. Not permitted: names and ids, which our scripts could mistake for
   their own, and styles, which could cover the page. */

/** Wraps markup for the parsers as the body of a page, so that its elements are parsed as body content. */
export const asPage = (html: string): string => `<body>${html}`;

/** Text elements, and the elements that a parsed page has around them. */
export const HTML_ELEMENTS = words(`
  a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins kbd li
  main mark menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot
  th thead time tr tt u ul var wbr`);

/**
 * Drawing elements. Definitions referred to by id have no effect here, and must not be shown themselves
 * instead.
 */
export const SVG_ELEMENTS = words(`
  svg a circle clipPath defs ellipse g image line linearGradient marker mask path pattern polygon polyline
  radialGradient rect stop switch symbol text textPath tspan`);

/** Attributes with an address, by local name: `href` includes the older `xlink:href` of drawings. */
export const ADDRESSES = ['href', 'src'] as const;

/** Attributes with any value. */
export const ATTRIBUTES = words(`
  abbr align alt aria-hidden aria-label bgcolor border cellpadding cellspacing color colspan datetime dir face height
  lang nowrap open reversed role rowspan scope size span start title translate type valign value width
  cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight gradientUnits
  letter-spacing offset opacity paint-order pathLength points preserveAspectRatio r rotate rx ry shape-rendering
  stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-rendering textLength transform vector-effect viewBox word-spacing
  writing-mode x x1 x2 xmlns y y1 y2`);

/** Elements removed with their content. Any other unlisted element is replaced by its content. */
export const GONE_WHOLE = words(`
  audio desc foreignobject iframe math metadata noembed noframes noscript object plaintext script selectedcontent
  style template title video xmp`);

const KEPT: ReadonlySet<string> = new Set([...ADDRESSES, ...ATTRIBUTES]);
const IS_ADDRESS: ReadonlySet<string> = new Set(ADDRESSES);

/** Bitmap pictures: a drawing may contain anything. */
const POINTS = /^data:image\/(?:png|jpe?g|gif|webp);base64,/;

/** True when an address leads where it seems to, and runs nothing. */
const isPlainAddress = (value: string, element: Element): boolean =>
  // The address must also be plain without blanks, which could hide another scheme.
  leadsWhereItSeems(value, element) && leadsWhereItSeems(value.replaceAll(/[\0-\x20]/g, ''), element);

function leadsWhereItSeems(value: string, element: Element): boolean {
  if (!URL.canParse(value, location.href)) return false;
  const { href, origin } = new URL(value, location.href);
  if (POINTS.test(href)) return element.localName !== 'a';
  if (/^(?:mailto|tel):/.test(href)) return true;
  // Another site must be given with its scheme.
  return /^https?:/.test(href) && (origin === location.origin || /^\s*https?:/i.test(value));
}

/**
 * Applies the rules that an allowlist cannot express to a parsed tree: permitted addresses, and links that
 * open in a new tab without access to this page.
 * @returns the remaining nodes
 */
export function holdToRules(root: ParentNode & Node): readonly Node[] {
  for (const element of root.querySelectorAll('*')) {
    const isGone = ({ localName, value }: Attr): boolean =>
      !KEPT.has(localName) || (IS_ADDRESS.has(localName) && !isPlainAddress(value, element));
    for (const attribute of [...element.attributes].filter(isGone)) element.removeAttributeNode(attribute);
    // In a drawing a link may have the older `xlink:href`.
    if (element.localName === 'a' && (element.hasAttribute('href') || element.hasAttribute('xlink:href'))) {
      element.setAttribute('rel', 'noopener noreferrer');
      element.setAttribute('target', '_blank');
    }
  }
  return [...root.childNodes];
}
