import { describe, expect, it } from 'vitest';
import { conditionsHtml } from './conditions-html.ts';

describe('conditionsHtml', () => {
  it.each<[unknown, string]>([
    ['<p>a</p>', '<p>a</p>'],
    [{ html: '<p>b</p>' }, '<p>b</p>'],
    [{ text: 'c' }, 'c'],
    [{ html: '<p>d</p>', text: 'd' }, '<p>d</p>'],
    [{ html: 5 }, ''],
    [{}, ''],
    [null, ''],
    [undefined, ''],
    [7, ''],
  ])('reads %j', (reply, html) => {
    expect(conditionsHtml(reply)).toBe(html);
  });
});
