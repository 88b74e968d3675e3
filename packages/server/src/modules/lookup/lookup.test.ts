import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContent } from '../../content/read.ts';
import type { Content } from '../../content/schema.ts';
import type { TestMember } from '../../testing/members.ts';
import { DEMO_CONTENT, startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('lookups', () => {
  let server: TestServer;
  let member: TestMember;
  let content: Content;

  beforeAll(async () => {
    content = await readContent(DEMO_CONTENT);
    server = await startTestServer();
    member = await server.members.join();
  });
  afterAll(() => server.stop());

  it.each([
    ['the cookie', { cookie: 'a=b; lang=la; c=d' }, 'la'],
    ['the cookie before the header', { cookie: 'lang=en', 'accept-language': 'th' }, 'en'],
    ['the header', { 'accept-language': 'en-GB,en;q=0.9,th;q=0.8' }, 'en'],
    ['the first known of the header', { 'accept-language': 'fr-FR, de;q=0.9, lo;q=0.8, en;q=0.7' }, 'la'],
    ['the standard’s name of Lao', { 'accept-language': 'lo-LA' }, 'la'],
    ['the standard’s name of Lao in the cookie', { cookie: 'lang=lo' }, 'la'],
    ['any case of letters', { 'accept-language': 'EN-us' }, 'en'],
    ['Thai when nothing is known', { 'accept-language': 'fr', cookie: 'lang=xx' }, 'th'],
    ['Thai when nothing is said', { 'accept-language': '' }, 'th'],
    ['Thai for a cookie of another name', { 'accept-language': '', cookie: 'xlang=en' }, 'th'],
  ] as const)('speaks the language of %s', async (_name, headers, language) => {
    const { name } = await server.api.ok('GET /api/lookup/info', { headers });
    expect(name).toBe(content.operator.name[language]);
  });

  it.each(['th', 'la', 'en'] as const)('says all texts in %s', async (language) => {
    const headers = { cookie: `lang=${language}` };
    const { api } = member;
    expect(await api.ok('GET /api/lookup/conditions', { headers })).toEqual({
      html: content.conditions[language],
    });
    expect(await api.ok('GET /api/lookup/agreements', { headers })).toEqual(content.agreements[language]);
    const notice = await api.ok('GET /api/lookup/notice', { headers });
    expect(notice).toEqual({ text: content.messages.notice[language] });
    expect(notice.text).toContain('{percentFail}');
    const contact = await server.api.ok('GET /api/lookup/contact', { headers });
    expect(contact.text).toBe(content.contactText[language]);
    const sources = await server.api.ok('GET /api/lookup/sources', { headers });
    expect(sources).toEqual(
      content.sources.map(({ code, description }) => ({ code, description: description[language] })),
    );
  });

  it('lists the banks of the operator’s currency', async () => {
    const banks = await server.api.ok('GET /api/lookup/banks');
    expect(banks.map(({ code }) => code)).toEqual(expect.arrayContaining(['KBANK', 'SCB']));
    // Lao banks hold baht too, but no member in Thailand has an account there.
    expect(banks.map(({ code }) => code)).not.toContain('BCEL');
    expect(banks[0]).toEqual({ code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' });
  });

  it('shows the deposit accounts that are switched on and take the member’s currency', async () => {
    const { banks, wallets, isManual } = await member.api.ok('GET /api/lookup/deposit');
    const on = content.depositAccounts.banks.filter(
      ({ enabled, currency }) => enabled && currency === 'BAHT',
    );
    expect(banks.map(({ bankCode, mode }) => [bankCode, mode])).toEqual(
      on.map(({ bankCode, mode }) => [bankCode, mode]),
    );
    expect(banks[0]?.bank).toEqual({ nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' });
    expect(wallets).toHaveLength(content.depositAccounts.wallets.filter(({ enabled }) => enabled).length);
    expect(isManual).toBe(content.depositAccounts.isManual);
    expect(wallets.map(({ displayName }) => displayName)).toEqual(['กระเป๋า โอนอัตโนมัติ', 'กระเป๋า ซองของขวัญ']);
    const headers = { 'accept-language': 'la' };
    const inLao = await member.api.ok('GET /api/lookup/deposit', { headers });
    expect(inLao.wallets.map(({ displayName }) => displayName)).toEqual([
      'ກະເປົາ ໂອນອັດຕະໂນມັດ',
      'ກະເປົາ ຊອງຂອງຂວັນ',
    ]);
    // Transfers need the account number; gift links do not.
    for (const { mode, walletAccountNo } of wallets) {
      expect(walletAccountNo).toEqual(mode === 'AUTO' ? expect.stringMatching(/^\d+$/) : undefined);
    }
  });

  it('answers the switches and figures', async () => {
    expect(await server.api.ok('GET /api/lookup/active')).toEqual({ isActive: true });
    expect(await server.api.ok('GET /api/lookup/registerOTP')).toEqual({ registerOTP: true });
    expect(await server.api.ok('GET /api/lookup/enableChatWidget')).toEqual({
      isActive: content.operator.chatWidget,
    });
    expect(await member.api.ok('GET /api/lookup/withdraw')).toEqual({
      withdrawMin: 100,
      withdrawMax: 100_000,
    });
    expect(await member.api.ok('GET /api/lookup/slip')).toEqual(content.slips);
    const howto = await server.api.ok('GET /api/lookup/howto');
    expect(howto.map(({ topic }) => topic)).toEqual(['wallet', 'play', 'balance', 'bonus', 'bonusCancel']);
  });

  it('shows a contact code that is there', async () => {
    const { qrcode } = await server.api.ok('GET /api/lookup/contact');
    const response = await fetch(server.url + qrcode);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    await response.arrayBuffer();
  });

  it('shows what was saved a moment ago', async () => {
    await server.content.save({ ...content, operator: { ...content.operator, active: false } });
    expect(await server.api.ok('GET /api/lookup/active')).toEqual({
      isActive: false,
      message: content.operator.closedText?.th,
    });
    await server.content.save(content);
    expect(await server.api.ok('GET /api/lookup/active')).toEqual({ isActive: true });
  });
});

describe('lookups in Laos', () => {
  it('list banks and limits of the member’s currency', async () => {
    const server = await startTestServer({
      settings: { laos: true },
      content: (content) => {
        content.operator.currency = 'LAK';
      },
    });
    const banks = await server.api.ok('GET /api/lookup/banks');
    const kip = banks.filter(({ currencies }) => currencies?.includes('LAK'));
    expect(kip.map(({ code }) => code)).toEqual(['BCEL', 'JDB', 'LDB', 'APB']);
    const lao = await server.api.ok('GET /api/lookup/banks', { headers: { cookie: 'lang=la' } });
    expect(lao.slice(0, 4).map(({ code }) => code)).toEqual(['BCEL', 'JDB', 'LDB', 'APB']);
    expect(lao.map(({ code }) => code).toSorted()).toEqual(banks.map(({ code }) => code).toSorted());
    const joinIn = async (currency: 'BAHT' | 'LAK') => {
      const username = `020${server.members.nextPhone().slice(2)}`;
      return server.members.join({ username, currency, bankCode: 'BCEL' });
    };
    const limits = async (currency: 'BAHT' | 'LAK') =>
      (await joinIn(currency)).api.ok('GET /api/lookup/withdraw');
    expect(await limits('LAK')).toEqual({ withdrawMin: 50_000, withdrawMax: 50_000_000 });
    expect(await limits('BAHT')).toEqual({ withdrawMin: 100, withdrawMax: 100_000 });
    await server.stop();
  });
});
