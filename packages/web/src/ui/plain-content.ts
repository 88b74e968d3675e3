/** Reads markup and leaves what is plain content, in nodes that are on no page yet. */
export type Sanitize = (html: string) => readonly Node[];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/*
 * The session token lies in web storage, so script in operator content would be account theft: what may stay is
 * listed, whoever reads the markup (`browser-sanitizer.ts`, `purifier.ts`). Written as browsers write them; no names
 * and ids, which scripts of ours could take for their own, and no styles, which could cover the page.
 */

/** Markup as readers take it: the words of a page, wherever what is in them belongs. */
export const asPage = (html: string): string => `<body>${html}`;

/** Elements of text, and what a page that is read has around them. */
export const HTML_ELEMENTS = words(`
  a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins kbd li
  main mark menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot
  th thead time tr tt u ul var wbr`);

/** Elements of drawings. What others refer to by id comes to nothing here, and must not show by itself instead. */
export const SVG_ELEMENTS = words(`
  svg a circle clipPath defs ellipse g image line linearGradient marker mask path pattern polygon polyline
  radialGradient rect stop switch symbol text textPath tspan`);

/** Attributes with an address in them, the ones of drawings in their older way too. */
export const ADDRESSES = ['href', 'src'] as const;

/** Attributes that may say anything. */
export const ATTRIBUTES = words(`
  abbr align alt aria-hidden aria-label bgcolor border cellpadding cellspacing color colspan datetime dir face height
  lang nowrap open reversed role rowspan scope size span start title translate type valign value width
  cx cy d dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight gradientUnits
  letter-spacing offset opacity paint-order pathLength points preserveAspectRatio r rotate rx ry shape-rendering
  stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-rendering textLength transform vector-effect viewBox word-spacing
  writing-mode x x1 x2 xmlns y y1 y2`);

/** What goes with all that is in it. Of any other element that is not listed above, what is in it stays. */
export const GONE_WHOLE = words(`
  audio desc foreignobject iframe math metadata noembed noframes noscript object plaintext script selectedcontent
  style template title video xmp`);

const KEPT: ReadonlySet<string> = new Set([...ADDRESSES, ...ATTRIBUTES]);
const IS_ADDRESS: ReadonlySet<string> = new Set(ADDRESSES);

/** Pictures made of points: a drawing may hold anything. */
const POINTS = /^data:image\/(?:png|jpe?g|gif|webp);base64,/;

/** Whether an address leads to where it seems to, and runs nothing. */
const isPlainAddress = (value: string, element: Element): boolean =>
  // What only a blank keeps from being another scheme is none that anybody means.
  leadsWhereItSeems(value, element) && leadsWhereItSeems(value.replaceAll(/[\0-\x20]/g, ''), element);

function leadsWhereItSeems(value: string, element: Element): boolean {
  if (!URL.canParse(value, location.href)) return false;
  const { href, origin } = new URL(value, location.href);
  if (POINTS.test(href)) return element.localName !== 'a';
  if (/^(?:mailto|tel):/.test(href)) return true;
  // Another site is named with its scheme.
  return /^https?:/.test(href) && (origin === location.origin || /^\s*https?:/i.test(value));
}

/**
 * Holds a read tree to the rules that no list can say: where addresses may lead, and that links open apart, without a
 * handle on this page.
 * @returns what is left of it
 */
export function holdToRules(root: ParentNode & Node): readonly Node[] {
  for (const element of root.querySelectorAll('*')) {
    const isGone = ({ localName, value }: Attr): boolean =>
      !KEPT.has(localName) || (IS_ADDRESS.has(localName) && !isPlainAddress(value, element));
    for (const attribute of [...element.attributes].filter(isGone)) element.removeAttributeNode(attribute);
    // In a drawing a link may have its address from an older time.
    if (element.localName === 'a' && (element.hasAttribute('href') || element.hasAttribute('xlink:href'))) {
      element.setAttribute('rel', 'noopener noreferrer');
      element.setAttribute('target', '_blank');
    }
  }
  return [...root.childNodes];
}
