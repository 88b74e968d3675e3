import { describe, expect, it } from 'vitest';
import { lookAtFile, safeUrl, splitLinks, summaryOf, tidyText } from './chat-rules.ts';

const MB = 1024 * 1024;
const file = (name: string, type: string, size = 1) => ({ name, type, size });

describe('files', () => {
  it.each([
    ['a.png', 'image/png', 'image'],
    ['a.JPG', 'image/jpeg', 'image'],
    ['a.jpeg', 'image/jpg', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.mp4', 'video/mp4', 'video'],
    ['IMG_1.MOV', 'video/quicktime', 'video'],
  ])('%s of type %s is sent as %s', (name, type, kind) => {
    expect(lookAtFile(file(name, type))).toEqual({ kind, fault: null });
  });

  it.each([
    ['picture', 'image/png'],
    ['a.svg', 'image/svg+xml'],
    ['a.png', 'text/html'],
    ['a.html', 'image/png'],
    ['a.png', ''],
    ['a.mp4', 'image/png'],
    ['a.png.exe', 'image/png'],
    ['a.constructor', 'image/png'],
    ['a.png', 'constructor'],
  ])('%s of type "%s" is not supported', (name, type) => {
    expect(lookAtFile(file(name, type))).toEqual({ kind: null, fault: 'type' });
  });

  it('are taken up to and with 10 MB of picture and 20 MB of video', () => {
    expect(lookAtFile(file('a.png', 'image/png', 10 * MB)).fault).toBeNull();
    expect(lookAtFile(file('a.png', 'image/png', 10 * MB + 1)).fault).toBe('too_large');
    expect(lookAtFile(file('a.mp4', 'video/mp4', 20 * MB)).fault).toBeNull();
    expect(lookAtFile(file('a.mp4', 'video/mp4', 20 * MB + 1)).fault).toBe('too_large');
  });
});

describe('addresses', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'https://', ''])(
    '%s is not opened',
    (address) => expect(safeUrl(address)).toBeNull(),
  );

  it('of the server are completed, and web addresses kept', () => {
    expect(safeUrl('/chat-files/a.png')).toBe(`${window.location.origin}/chat-files/a.png`);
    expect(safeUrl('https://a.example/b?c=1')).toBe('https://a.example/b?c=1');
  });
});

describe('text', () => {
  it('is trimmed and cut at 2000 characters', () => {
    expect(tidyText('  \n hi \t')).toBe('hi');
    expect(tidyText(' \n ')).toBe('');
    expect(tidyText('x'.repeat(2_001))).toHaveLength(2_000);
    expect(tidyText('ธนาคาร\tSCB\r\nจำนวน\u0000 500\rบาท')).toBe('ธนาคาร\tSCB\nจำนวน 500\nบาท');
    expect(tidyText(`${'x'.repeat(1_999)}😀`)).toBe('x'.repeat(1_999));
  });

  it('shows its web addresses as links, without what ends the sentence', () => {
    expect(splitLinks('see https://a.example/b?c=1, or (http://d.example). javascript:alert(1)')).toEqual([
      { text: 'see ', href: null },
      { text: 'https://a.example/b?c=1', href: 'https://a.example/b?c=1' },
      { text: ', or (', href: null },
      { text: 'http://d.example', href: 'http://d.example/' },
      { text: '). javascript:alert(1)', href: null },
    ]);
  });

  it('comes out as it went in, links and all', () => {
    const text = 'ดู https://a.example/ก นะ https:// x\nhttp://b';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('of any message fits in one line', () => {
    expect(summaryOf({ message_type: 'text', payload: { text: 'hi' } })).toBe('hi');
    expect(summaryOf({ message_type: 'buttons', payload: { text: 'which?', buttons: [] } })).toBe('which?');
    expect(summaryOf({ message_type: 'postback', payload: { title: 'Yes', payload: 'Y' } })).toBe('Yes');
  });
});
