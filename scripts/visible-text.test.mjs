import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/process.mjs';
import { visibleTexts } from './lib/visible-text.mjs';

/**
 * Texts allowed outside the dictionaries, file by file: identical in every language, or not the app's own.
 * @type {Readonly<Record<string, RegExp>>}
 */
const ALLOWED = {
  // The title of an unknown address is the same in every language.
  'routes/not-found.tsx': /^Page Not Found$/,
  // Default name until the operator sets one.
  'lib/settings.ts': /^Krapao$/,
  // Each language's own name.
  'lib/i18n/locale.ts': /^(?:ไทย|ລາວ)$/,
  // A text of the server, for recognition.
  'lib/invalid-session.ts': /^ไม่สามารถยืนยันตัวตนได้ กรุณาเข้าสู่ระบบใหม่$/,
  // Calendar words: browsers know hardly any Lao, and are slow on the first Thai ones.
  'lib/dates.ts': /^[\u0E00-\u0EFF]+$/,
  'features/statement/day-text.ts': /^[\u0E80-\u0EFF]+$/,
  // Form of the text to type.
  'ui/text-field.tsx': /^[0-9X]+$/,
  'features/deposit/gift-view.tsx': /^https:\/\/gift\.truemoney\.com\/campaign\/\?v=$/,
  // The console: the product's name, keys, and the languages' own names.
  'app/entrance.tsx': /^· Krapao$/,
  'app/logo.tsx': /^Krapao$/,
  'ui/page.tsx': /^· Krapao$/,
  'app/frame.tsx': /^Ctrl K$/,
  'lib/locale.ts': /^(?:ไทย|ລາວ)$/,
};

const UNSEEN = /\.test\.|\.d\.ts$|^testing\/|(?:^|\/)words\/|^lib\/i18n\/(?:th|la|en)\//;

/** Returns the files of an app that may show words, relative to its sources. */
const filesOf = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !UNSEEN.test(file));

describe('what the app says', () => {
  it.each(['web', 'console'])('is found in the dictionaries, all of it: %s', (app) => {
    const folder = join(root, 'packages', app, 'src');
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(60);
    const strays = files.flatMap((file) => {
      return visibleTexts(file, readFileSync(join(folder, file), 'utf8'))
        .filter(({ text }) => !ALLOWED[file]?.test(text))
        .map(({ line, text }) => `${file}:${line} ${text}`);
    });
    expect(strays).toEqual([]);
  });
});

describe('the search for words in the code', () => {
  /** @param {string} code */
  const texts = (code) => visibleTexts('x.tsx', code).map(({ text }) => text);

  it.each([
    ['text between tags', '<p>\n  Hello there\n</p>', ['Hello there']],
    ['an attribute that is shown', '<Button label="Send" icon="send" className="wide" />', ['Send']],
    ['an attribute that is read out', '<svg aria-label="Close" viewBox="M0" />', ['Close']],
    ['either way of a choice', '<p title={on ? "On" : `Off ${n}`} />', ['On', 'Off']],
    ['what stands in when there is nothing', '<b>{name || "Nobody"}{busy && "Wait"}</b>', ['Nobody', 'Wait']],
    ['a text under a name', 'const TITLE = "Oh no"; const x = <h1>{TITLE}</h1>;', ['Oh no']],
    ['a property that is shown', 'ask({ confirmLabel: "Yes", kind: "question" })', ['Yes']],
    ['what is handed to a toast', 'toast.error("Lost"); log("not shown")', ['Lost']],
    ['the title of the page', 'document.title = "Home"', ['Home']],
    ['the local scripts, wherever they stand', "const words = ['ไทย', 'ລາວ', 'ok']", ['ไทย', 'ລາວ']],
  ])('finds %s', (_, code, found) => {
    expect(texts(code)).toEqual(found);
  });

  it('leaves alone what is translated, signs, numbers and types', () => {
    const code = `
      type Kind = { label: 'shown' | 'hidden' };
      const x = <p title={t('home.title')} data-kind="quiet">{t('home.total', { unit: '฿' })} · 12 {count}</p>;
    `;
    expect(texts(code)).toEqual([]);
  });

  it('says where', () => {
    expect(visibleTexts('x.tsx', '\n\nconst x = <p>Hi</p>;')).toEqual([{ line: 3, text: 'Hi' }]);
  });
});
