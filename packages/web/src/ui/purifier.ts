import DOMPurify, { type Config } from 'dompurify';
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

const CONFIG = {
  ALLOWED_TAGS: [...HTML_ELEMENTS, ...SVG_ELEMENTS, '#text'],
  ALLOWED_ATTR: [...ADDRESSES, ...ATTRIBUTES, 'xlink:href'],
  // The library would look for schemes in every attribute not listed as safe, even in a drawing's outlines.
  ADD_URI_SAFE_ATTR: [...ATTRIBUTES],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...GONE_WHOLE],
  RETURN_DOM_FRAGMENT: true as const,
} satisfies Config;

/** Sanitizer for browsers without one of their own. */
export const purify: Sanitize = (html) => holdToRules(DOMPurify.sanitize(asPage(html), CONFIG));
