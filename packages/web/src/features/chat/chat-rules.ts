import type { ChatContent } from '@krapao/contract/chat';
import { CHAT_IMAGE_MAX_BYTES, CHAT_TEXT_MAX, CHAT_VIDEO_MAX_BYTES } from '@krapao/contract/limits';
import { settings } from '../../lib/settings.ts';

export type AttachmentKind = 'image' | 'video';

const MIMES: Readonly<Record<string, AttachmentKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/quicktime': 'video',
};

const EXTENSIONS: Readonly<Record<string, AttachmentKind>> = {
  png: 'image',
  jpeg: 'image',
  jpg: 'image',
  gif: 'image',
  mp4: 'video',
  mov: 'video',
  qt: 'video',
  quicktime: 'video',
};

/** Types that the file chooser offers. */
export const ATTACHMENT_ACCEPT = 'image/png,image/jpeg,image/gif,video/mp4,video/quicktime,.mov';

export const MAX_BYTES: Readonly<Record<AttachmentKind, number>> = {
  image: CHAT_IMAGE_MAX_BYTES,
  video: CHAT_VIDEO_MAX_BYTES,
};

const BYTES_PER_MB = 1024 * 1024;
export const maxMb = (kind: AttachmentKind): number => MAX_BYTES[kind] / BYTES_PER_MB;

export type FileLook = { kind: AttachmentKind; fault: null | 'too_large' } | { kind: null; fault: 'type' };

/** Checks whether a file may be sent, by its name, type and size. The server checks its content as well. */
export function lookAtFile(file: Pick<File, 'name' | 'type' | 'size'>): FileLook {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const mime = file.type.toLowerCase();
  const kind = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (!kind || !Object.hasOwn(MIMES, mime) || MIMES[mime] !== kind) return { kind: null, fault: 'type' };
  return { kind, fault: file.size > MAX_BYTES[kind] ? 'too_large' : null };
}

// Control characters except tabs and line ends: pasted text may contain them, messages may not.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * Returns the text to send: trimmed, with its lines, without control characters, cut to the limit; empty for
 * nothing. Surrogate pairs are never split.
 */
export const tidyText = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim()
    .slice(0, CHAT_TEXT_MAX)
    .replace(/\p{Surrogate}/gu, '')
    .trim();

/**
 * Returns an address that may be opened or shown, or null. Only web addresses are allowed: never
 * `javascript:` or `data:`. Relative addresses are resolved against the server.
 */
export function safeUrl(address: string): string | null {
  if (address === '') return null;
  try {
    const url = new URL(address, settings.apiBaseUrl || window.location.origin);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

export interface TextPart {
  text: string;
  /** Target of a link. */
  href: string | null;
}

const LINK = /https?:\/\/[^\s<>"'“”]+/gi;
/** Punctuation that ends a sentence rather than an address. */
const TAIL = /[.,;:!?)\]}…ฯ]+$/u;

/** Splits a text into words and the web addresses among them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const add = (piece: string, href: string | null) => piece && parts.push({ text: piece, href });
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(TAIL, '');
    const href = safeUrl(address);
    if (!href) continue;
    add(text.slice(from, match.index), null);
    add(address, href);
    from = match.index + address.length;
  }
  add(text.slice(from), null);
  return parts;
}

/** Returns a message in one line, for previews; empty for a message without words. */
export function summaryOf(content: ChatContent): string {
  switch (content.message_type) {
    case 'media':
      return content.payload.message;
    case 'postback':
      return content.payload.title;
    case 'generic':
      return content.payload.elements.map(({ title }) => title).join(' · ');
    default:
      return textOfUnknown(content.payload);
  }
}

/** Returns the text of a payload of any message type. */
export function textOfUnknown(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const { text, message, title } = payload as Readonly<Record<string, unknown>>;
  for (const words of [text, message, title]) if (typeof words === 'string' && words) return words;
  return '';
}
