import { readFileSync, statSync } from 'node:fs';
import { mayBeInviteCode, readInviteCode } from '@krapao/contract/invite-code';
import type { Language } from '../content/fields.ts';

/** The square icon that the app's build makes from the brand's logo. */
const PICTURE = '/icon-512.png';
const PICTURE_PIXELS = 512;

const WORDS: Readonly<Record<Language, { title: string; text: string }>> = {
  th: { title: 'เพื่อนชวนคุณมาสมัคร {name}', text: 'สมัครด้วยลิงก์นี้ รหัสผู้แนะนำกรอกให้แล้ว' },
  la: { title: 'ໝູ່ຊວນທ່ານມາສະໝັກ {name}', text: 'ສະໝັກດ້ວຍລິ້ງນີ້ ລະຫັດຜູ້ແນະນຳໃສ່ໃຫ້ແລ້ວ' },
  en: {
    title: 'A friend invites you to {name}',
    text: 'Register with this link. The invite code is filled in.',
  },
};

/** Returns the code of an invite link; undefined for any other address. */
export function invitationOf(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return /^\/register\/?$/.test(pathname) ? (searchParams.get('code') ?? undefined) : undefined;
}

interface Preview {
  /** The code from the link, unchecked; it is shown only if it has the form of one. */
  code: string;
  /** Returns the brand's name in a language. */
  nameIn: (language: Language) => string;
  /** Public origin of this server. */
  origin: string;
}

/**
 * Adds the Open Graph tags of an invite link to a page of the app: title, text and picture of the brand.
 * @param file the built page
 */
export function withPreview(file: string, { code, nameIn, origin }: Preview): string {
  const page = pageOf(file);
  const language = languageOf(page);
  const name = nameIn(language);
  const { title, text } = WORDS[language];
  const read = readInviteCode(code);
  const address = mayBeInviteCode(read) ? `/register?code=${read}` : '/register';
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', name],
    ['og:title', title.replace('{name}', () => name)],
    ['og:description', text],
    ['og:url', origin + address],
    ['og:image', origin + PICTURE],
    ['og:image:width', String(PICTURE_PIXELS)],
    ['og:image:height', String(PICTURE_PIXELS)],
    ['og:image:alt', name],
  ];
  const written = tags.map(
    ([property = '', value = '']) => `<meta property="${property}" content="${escape(value)}">`,
  );
  const head = [
    ...written,
    '<meta name="twitter:card" content="summary">',
    '<meta name="robots" content="noindex">',
  ].join('');
  return page.includes('</head>') ? page.replace('</head>', () => `${head}</head>`) : head + page;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

function languageOf(page: string): Language {
  const tag = /<html[^>]*\slang="(\w+)/.exec(page)?.[1];
  if (tag === 'lo') return 'la';
  return tag === 'en' ? 'en' : 'th';
}

const pages = new Map<string, { changedMs: number; text: string }>();

/** Returns the text of a built page and reads it again when a new version of the app has replaced it. */
function pageOf(file: string): string {
  const changedMs = statSync(file).mtimeMs;
  const known = pages.get(file);
  if (known?.changedMs === changedMs) return known.text;
  const text = readFileSync(file, 'utf8');
  pages.set(file, { changedMs, text });
  return text;
}
