import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { classNames } from './class-names.ts';
import styles from './display.module.css';

const purifier = DOMPurify(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  // In a drawing a link has a small name, and may have its address from an older time.
  const isLink = node.localName === 'a' && (node.hasAttribute('href') || node.hasAttribute('xlink:href'));
  if (!isLink) return;
  node.setAttribute('rel', 'noopener noreferrer');
  node.setAttribute('target', '_blank');
});

/** Pictures made of points: a drawing may hold anything. */
const POINTS = String.raw`data:image\/(?:png|jpe?g|gif|webp);base64,`;
const ONLY_POINTS = new RegExp(`^${POINTS}`, 'i');

// Pictures may have any data by the library's own rule, whatever the scheme rule below says.
purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  const { attrValue } = attribute;
  if (/^\s*data:/i.test(attrValue) && !ONLY_POINTS.test(attrValue)) attribute.keepAttr = false;
});

// The session token lies in web storage, so script in operator content would be account theft: allow-list only.
const CONFIG = {
  USE_PROFILES: { html: true, svg: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'select',
    'textarea',
    'video',
    'audio',
    'foreignObject',
    'use',
    'map',
    'area',
  ],
  FORBID_ATTR: ['style', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  // Put to every attribute, not to addresses alone: besides these schemes, whatever has no scheme at all passes
  // (numbers, sizes, the outlines of a drawing).
  ALLOWED_URI_REGEXP: new RegExp(
    `^(?:(?:https?|mailto|tel):|${POINTS}|[^a-z/]|\\/(?!\\/)|[a-z+.-]+(?:[^a-z+.:-]|$))`,
    'i',
  ),
};

/** Markup with everything removed that is not plain content. Links open apart, without a handle on this page. */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, CONFIG);
}

/** HTML from the server (agreements, conditions, contact, QR images), made safe. The only place that injects HTML. */
export function SafeHtml({ html, className }: { html: string; className?: string | undefined }) {
  const safe = useMemo(() => sanitizeHtml(html), [html]);
  // oxlint-disable-next-line react/no-danger -- sanitized above
  return <div className={classNames(styles.html, className)} dangerouslySetInnerHTML={{ __html: safe }} />;
}
