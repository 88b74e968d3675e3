import { expect, it } from 'vitest';
import { expectNoSecrets, findSecrets, noteReply, noteRequest, secretsUsed } from './support/secrets.ts';

const headers = { authorization: 'Bearer session-token-1', 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

it('remembers every secret that travels', () => {
  noteRequest({ url: 'http://a/api/login', headers, body: '{"username":"0811","password":"login-pass"}' });
  noteRequest({ url: 'http://a/api/autoLogin/imi/kp1/game%2Fpass', headers: {} });
  noteRequest({ url: 'http://a/api/launch/page-token', headers: {} });
  noteRequest({ url: 'http://b/site/JOKER/login', headers: form, body: 'username=kp1&password=form%20pass' });
  noteRequest({ url: 'http://b/site/UFABET/login', headers: form, body: '__VIEWSTATE=view-state&lang=th' });
  noteReply({ link: 'http://b/site/PG/launch?token=link-token', event: { __VIEWSTATE: 'event-state' } });
  expect(secretsUsed()).toEqual(
    expect.arrayContaining([
      'session-token-1',
      'login-pass',
      'game/pass',
      'page-token',
      'form pass',
      'view-state',
      'link-token',
      'event-state',
    ]),
  );
  expect(secretsUsed()).not.toContain('kp1');
});

it('finds a secret that stands in a log, however it is written', () => {
  const clean = '{"level":30,"route":"/api/autoLogin/imi/:username/:password","msg":"answered"}';
  const lines = [
    '{"url":"/api/autoLogin/imi/kp1/game%2Fpass"}',
    '{"body":"a \\"b\\" c"}',
    'wrong password plain-secret',
  ];
  expect(findSecrets(clean, ['game/pass', 'plain-secret'])).toEqual([]);
  expect(findSecrets([clean, ...lines].join('\n'), ['game/pass', 'a "b" c', 'plain-secret'])).toHaveLength(3);
  expect(() => expectNoSecrets('server', clean, ['plain-secret'])).not.toThrow();
  expect(() => expectNoSecrets('server', lines.join('\n'), ['plain-secret'])).toThrow('wrong password ***');
});
