import { describe, expect, it } from 'vitest';
import { readContact } from './read-contact.ts';

const NOTHING = { text: '', link: '', qrcode: '' };

describe('the reply about contact', () => {
  it.each<[unknown, Partial<typeof NOTHING>]>([
    [
      { text: '<p>Hi</p>', link: 'https://line.me/x', qrcode: '/content/qr.svg' },
      { text: '<p>Hi</p>', link: 'https://line.me/x', qrcode: '/content/qr.svg' },
    ],
    [{ text: '<p>Hi</p>' }, { text: '<p>Hi</p>' }],
    [{ link: 'tel:021234567', text: null }, { link: 'tel:021234567' }],
    ['<p>Call us</p>', { text: '<p>Call us</p>' }],
    [{ link: 'javascript:alert(1)' }, {}],
    [{ link: 'data:text/html,x' }, {}],
    [null, {}],
    [undefined, {}],
    [[7], {}],
  ])('%j', (reply, parts) => {
    expect(readContact(reply)).toEqual({ ...NOTHING, ...parts });
  });
});
