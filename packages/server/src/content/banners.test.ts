import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ settings: { laos: true } });
});
afterAll(() => server.stop());

const BANNERS = ['GET /api/refund/banners', 'GET /api/invite/banners'] as const;

/** Returns the texts of a new member's banners, joined. */
async function textsFor(currency: 'BAHT' | 'LAK', lang: string): Promise<string> {
  const member = await server.members.join({
    username: `020${server.members.nextPhone().slice(2)}`,
    currency,
    bankCode: 'BCEL',
  });
  const headers = { cookie: `lang=${lang}` };
  const all = await Promise.all(BANNERS.map((call) => member.api.ok(call, { headers })));
  return all.flatMap(({ banners }) => banners.map(({ html }) => html)).join('\n');
}

it.each([
  ['LAK', 'la', ['5%', '3,000,000 ກີບ', '60,000 ກີບ', '300,000 ກີບ', '120,000 ກີບ', '0.2%']],
  ['LAK', 'th', ['3,000,000 กีบ', '60,000 กีบ']],
  ['BAHT', 'la', ['5,000 ບາດ', '100 ບາດ', '500 ບາດ', '200 ບາດ']],
  ['BAHT', 'en', ['5,000 baht', '100 baht', '500 baht', '200 baht']],
] as const)(
  'who counts in %s and reads %s sees the rule’s figures in it',
  async (currency, lang, figures) => {
    const texts = await textsFor(currency, lang);
    for (const figure of figures) expect(texts).toContain(figure);
    expect(texts).not.toMatch(/[{}]/);
    expect(texts).not.toMatch(currency === 'LAK' ? /บาท|ບາດ|baht/ : /กีบ|ກີບ|kip/);
  },
);
