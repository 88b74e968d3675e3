import { randomUUID } from 'node:crypto';
import type { Page, Route } from '@playwright/test';

/** A place of the app that shows texts of the operator, the support desk or other people. */
export interface Place {
  name: string;
  /** Call whose reply contains the texts. */
  call: string;
  /** Page, and the press that opens the place. */
  path: string;
  open?: (page: Page) => Promise<void>;
  /** Puts payloads into a reply of the server's, each behind its mark. */
  put: (reply: unknown, payloads: readonly Payload[]) => unknown;
  /** Number of payloads per visit of the place. */
  atOnce: number;
  /** Whether the place renders markup, which then has to be sanitized. */
  takesMarkup?: true;
}

export interface Payload {
  /** The payload itself. */
  text: string;
  /** Text that no sanitizer removes: it marks the payload's place on the page. */
  mark: string;
}

/** Gives each text a mark of its own. */
export const marked = (texts: readonly string[]): readonly Payload[] =>
  texts.map((text, no) => ({ text, mark: `payload-${no}-` }));

const behindMark = ({ mark, text }: Payload): string => `${mark} ${text}`;

/**
 * Tags that payloads leave open, from the innermost: within some of them only their own end tag is parsed.
 */
const OPEN = `script style title textarea xmp noscript iframe noembed noframes template select object
  mglyph table mi mtext form svg math div`.split(/\s+/);

/**
 * Closes all constructs a payload may leave open (quotes, comments, tags), so that the next one is separate.
 */
const CLOSERS = `"'>"'>-->]]>${OPEN.map((tag) => `</${tag}>`).join('')}`;
const inOnePage = (payloads: readonly Payload[]): string =>
  payloads.map((payload) => `<div>${behindMark(payload)}${CLOSERS}`).join('');

const object = (reply: unknown): Record<string, unknown> => reply as Record<string, unknown>;

const pressIcon = (icon: string) => (page: Page) =>
  page.locator(`:is(button, a):has([data-icon="${icon}"])`).filter({ visible: true }).first().click();

const openChat = (page: Page): Promise<void> =>
  page.locator('main button[aria-haspopup="dialog"]').filter({ visible: true }).first().click();

const customer = { session_id: '', userId: '', guestId: '', username: '', name: '', deviceToken: '' };
const said = (content: object, no: number) => ({
  _id: randomUUID(),
  seq: no + 1,
  sender: no % 2 === 0 ? 'operator' : 'customer',
  message: content,
  createdAt: new Date().toISOString(),
  ...customer,
});

/** Returns every kind of message of the support desk, with the payload in each text and address. */
const kindsOf = (of: Payload): object[] => {
  const payload = of.text;
  const buttons = [
    { type: 'web_url', title: payload, url: payload },
    { type: 'postback', title: payload, payload },
  ];
  return [
    { message_type: 'text', payload: { text: behindMark(of) } },
    { message_type: 'buttons', payload: { text: payload, buttons } },
    {
      message_type: 'quick_replies',
      payload: { text: payload, quick_replies: [{ title: payload, payload }] },
    },
    {
      message_type: 'generic',
      payload: { elements: [{ title: payload, subtitle: payload, image_url: payload, buttons }] },
    },
    {
      message_type: 'media',
      payload: { message: payload, url: payload, fileType: 'image', filePath: payload },
    },
    {
      message_type: 'media',
      payload: { message: payload, url: payload, fileType: 'file', filePath: payload },
    },
  ];
};

const CHAT: Omit<Place, 'name' | 'put' | 'atOnce'> = {
  call: '/api/chat/history',
  path: '/user/contact',
  open: openChat,
};

const messages = (contents: readonly object[]) => ({
  messages: contents.map(said).toReversed(),
  total: contents.length,
  readSeq: contents.length,
});

export const PLACES: readonly Place[] = [
  {
    name: 'agreements',
    call: '/api/lookup/agreements',
    path: '/user/home',
    put: (_reply, payloads) => payloads.map(behindMark),
    atOnce: 150,
    takesMarkup: true,
    open: async (page) => {
      await page.evaluate(() => localStorage.removeItem('agreement'));
      await page.reload();
    },
  },
  {
    name: 'conditions',
    call: '/api/lookup/conditions',
    path: '/user/home',
    open: pressIcon('shield'),
    put: (_reply, payloads) => ({ html: inOnePage(payloads) }),
    atOnce: 80,
    takesMarkup: true,
  },
  {
    name: 'contact',
    call: '/api/lookup/contact',
    path: '/contact',
    put: (reply, payloads) => ({
      ...object(reply),
      text: inOnePage(payloads),
      link: payloads[0]?.text ?? '',
    }),
    atOnce: 80,
    takesMarkup: true,
  },
  {
    name: 'chat: texts',
    ...CHAT,
    put: (_reply, payloads) =>
      messages(payloads.map((one) => ({ message_type: 'text', payload: { text: behindMark(one) } }))),
    atOnce: 300,
  },
  {
    name: 'chat: every kind of message',
    ...CHAT,
    put: (_reply, payloads) => messages(payloads.flatMap(kindsOf)),
    atOnce: 60,
  },
  {
    name: 'names',
    call: '/api/wallet',
    path: '/user/profile',
    put: (reply, payloads) => {
      const name = payloads.map(behindMark).join(' ');
      const { profile, bankAccount, ...rest } = object(reply);
      return {
        ...rest,
        profile: { ...object(profile), name, bankAccountName: name },
        bankAccount: { ...object(bankAccount), bankAccountName: name },
      };
    },
    atOnce: 200,
  },
  {
    name: 'games',
    call: '/api/wallet',
    path: '/user/home',
    put: (reply, payloads) => {
      const { slots, ...rest } = object(reply);
      const [game] = slots as object[];
      const named = payloads.map((one) => ({
        ...game,
        slotCode: one.mark,
        name: behindMark(one),
        web: one.text,
      }));
      return { ...rest, slots: named };
    },
    atOnce: 100,
  },
];

/** Ends the effect of {@link answerWith}; an answer in progress is then ignored. */
export const answerAsBefore = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' });

/** Answers a call like the server, with payloads in place of its texts. */
export async function answerWith(page: Page, place: Place, payloads: readonly Payload[]): Promise<void> {
  await answerAsBefore(page);
  await page.route(
    (url) => url.pathname === place.call,
    async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: place.put(await response.json(), payloads) });
    },
  );
}
