/** A small bot with canned answers, one for each kind of message that staff can send. */

const button = (title: string, payload: string) => ({ type: 'postback', title, payload });

const MENU = {
  message_type: 'buttons',
  payload: {
    text: 'ให้เราช่วยเรื่องใด / How can we help?',
    buttons: [
      button('ฝากเงิน / Deposit', 'HELP_DEPOSIT'),
      button('ถอนเงิน / Withdraw', 'HELP_WITHDRAW'),
      { type: 'web_url', title: 'Bank of Thailand', url: 'https://www.bot.or.th/' },
    ],
  },
};

const QUICK = {
  message_type: 'quick_replies',
  payload: {
    text: 'เลือกคำตอบ / Choose an answer',
    quick_replies: [
      { title: 'ใช่ / Yes', payload: 'YES' },
      { title: 'ไม่ใช่ / No', payload: 'NO' },
    ],
  },
};

const CARDS = {
  message_type: 'generic',
  payload: {
    elements: [
      {
        title: 'ฝากด้วย QR / Deposit by QR',
        subtitle: 'เงินเข้าใน 1 นาที / credited within a minute',
        image_url: '',
        buttons: [button('วิธีฝาก / How', 'HELP_DEPOSIT')],
      },
      {
        title: 'ถอนเงิน / Withdraw',
        subtitle: 'เข้าบัญชีของคุณ / to your bank account',
        image_url: '',
        buttons: [button('วิธีถอน / How', 'HELP_WITHDRAW')],
      },
    ],
  },
};

const text = (words: string) => ({ message_type: 'text', payload: { text: words } });

const ON_WORD: Readonly<Record<string, object>> = { menu: MENU, quick: QUICK, cards: CARDS };
const ON_PRESS: Readonly<Record<string, object>> = {
  HELP_DEPOSIT: text('กดปุ่ม + แล้วเลือกฝากเงิน / Press + and choose deposit'),
  HELP_WITHDRAW: text('กดปุ่ม + แล้วเลือกถอนเงิน / Press + and choose withdraw'),
  YES: text('รับทราบ / Noted: yes'),
  NO: text('รับทราบ / Noted: no'),
};

/** Returns the bot's answer to a customer's message; undefined when it has none. */
export function botAnswer(content: unknown): object | undefined {
  const { message_type: kind, payload } = content as {
    message_type?: string;
    payload?: Record<string, unknown>;
  };
  if (kind === 'text') return ON_WORD[String(payload?.['text']).trim().toLowerCase()];
  if (kind === 'postback') return ON_PRESS[String(payload?.['payload'])];
  return undefined;
}
