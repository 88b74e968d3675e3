import { describe, expect, it } from 'vitest';
import type { Reply } from '../http/exchange.ts';
import { toPage } from './html-launch.ts';

const reply = (text: string, contentType: string, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType,
  text,
});
const PAGE = '<form method="post" action="https://site.example/enter"></form>';

describe('launch by a page', () => {
  it('takes the page as it is', () => {
    expect(toPage(reply(PAGE, 'text/html'))).toEqual({
      outcome: 'done',
      value: { kind: 'html', html: PAGE },
    });
  });

  it.each<[string, Reply, string]>([
    ['a refusal', reply('{"error":"no_player"}', 'application/json', 404), 'refused'],
    ['maintenance', reply('{"error":"maintenance"}', 'application/json', 503), 'refused'],
    ['a page about a failure', reply(PAGE, 'text/html', 502), 'unknown'],
    ['a page about a refusal', reply(PAGE, 'text/html', 404), 'unknown'],
    ['an empty page', reply(' ', 'text/html'), 'unknown'],
    ['an address instead', reply('{"url":"https://site.example"}', 'application/json'), 'unknown'],
    ['text', reply(PAGE, 'text/plain'), 'unknown'],
  ])('opens nothing by %s', (_name, answer, outcome) => {
    expect(toPage(answer).outcome).toBe(outcome);
  });
});
