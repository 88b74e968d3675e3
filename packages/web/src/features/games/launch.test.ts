import { describe, expect, it } from 'vitest';
import { stubApi } from '../../testing/stub-api.ts';
import { BadLinkError, checkedLink, launchLink, launchOf, type Launch } from './launch.ts';

const credentials = { username: 'kp/7 h?', password: 'secret', event: null };

function launch(code: string): Launch {
  const found = launchOf(code);
  if (!found) throw new Error(`${code} cannot be opened`);
  return found;
}

describe('launching a game', () => {
  it('opens PG with a link fetched for the user name alone', async () => {
    const link = 'https://play.example/?t=1';
    const api = stubApi({ 'GET /api/autoLogin/pg/:username': { link } });
    expect(await launchLink(launch('PG'), credentials)).toBe(link);
    expect(api.calls.map(({ path }) => path)).toEqual(['/api/autoLogin/pg/kp%2F7%20h%3F']);
  });

  it.each(['pg', 'NOPE', 'toString', ''])('knows no way into %j', (code) => {
    expect(launchOf(code)).toBeUndefined();
  });

  it('refuses a link that is no web address', async () => {
    stubApi({ 'GET /api/autoLogin/pg/:username': { link: 'javascript:alert(1)' } });
    await expect(launchLink(launch('PG'), credentials)).rejects.toBeInstanceOf(BadLinkError);
  });

  it.each(['', '/relative', 'data:text/html,x', 'ftp://a.example', 'http://', ' https://a.example'])(
    'does not open %j',
    (link) => expect(() => checkedLink(link)).toThrow(BadLinkError),
  );
});
