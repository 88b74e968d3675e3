import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('the wallet', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('shows a new member everything that home needs', async () => {
    const member = await server.members.join();
    const { username, name, bankAccountName, bankAccountNo } = member.registration;
    const wallet = await member.api.ok('GET /api/wallet');
    expect(wallet).toEqual({
      protection: { ask: 'limit' },
      profile: expect.objectContaining({ username, name, currency: 'BAHT', coin: 0 }),
      bankAccount: { bankAccountName, bankAccountNo, bank: expect.objectContaining({ code: 'KBANK' }) },
      wallet: { amount: 0, transit: 0 },
      inviteAmount: 0,
      inviteSuccess: 10,
      inviteFail: 90,
      slots: expect.arrayContaining([
        {
          code: 'PG',
          name: 'PG',
          logo: '/content/pg-logo.svg',
          background: '/content/pg-background.svg',
          category: 'slot',
          isActive: false,
          amount: 0,
          web: `${server.world.url}/site/PG`,
          android: `${server.world.url}/site/PG?app=android`,
          ios: `${server.world.url}/site/PG?app=ios`,
          isDown: false,
          transit: 0,
        },
      ]),
    });
    expect(wallet.slots.map(({ code }) => code)).toEqual(
      (await server.content.get()).providers.map(({ code }) => code),
    );
    expect(await member.api.ok('GET /api/account/profile')).toEqual({
      profile: wallet.profile,
      bankAccount: wallet.bankAccount,
    });
  });

  it('refers to pictures that are there', async () => {
    const member = await server.members.join();
    const { slots } = await member.api.ok('GET /api/wallet');
    const pictures = slots.flatMap(({ logo, background }) => [logo, background]);
    expect(new Set(pictures).size).toBe(2 * slots.length);
    for (const path of pictures) {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/svg+xml');
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      await response.arrayBuffer();
    }
  });

  it('names games in the player’s language', async () => {
    const content = await server.content.get();
    await server.content.save({
      ...content,
      providers: content.providers.map((provider) => ({
        ...provider,
        name: { th: 'พีจี', la: 'ພີຈີ', en: 'PG Soft' },
      })),
    });
    const member = await server.members.join();
    const nameIn = async (language: string) =>
      (await member.api.ok('GET /api/wallet', { headers: { cookie: `lang=${language}` } })).slots[0]?.name;
    expect([await nameIn('th'), await nameIn('la'), await nameIn('en')]).toEqual(['พีจี', 'ພີຈີ', 'PG Soft']);
    await server.content.save(content);
  });

  it('counts money on its way apart from what can be spent', async () => {
    const member = await server.members.joinWith(1_000, { game: true });
    await server.world.fault('provider', 'timeout_before_commit');
    await server.world.fault('bank', 'http_500');
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 300.25 } });
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    const { wallet, slots } = await member.api.ok('GET /api/wallet');
    expect(wallet).toEqual({ amount: 499.75, transit: 500.25 });
    expect(slots[0]).toMatchObject({ amount: 0, transit: 300.25 });
    await server.world.heal();
  });

  it('shows everybody their own when many look at once', async () => {
    const amounts = Array.from({ length: 12 }, (_, n) => 100 + n);
    const members = await Promise.all(amounts.map((amount) => server.members.joinWith(amount)));
    const [gone = members[0], ...others] = members;
    await gone?.api.ok('POST /api/logout');
    const looks = others.map(({ api }) => api.ok('GET /api/wallet'));
    expect(await gone?.api.refused('GET /api/wallet')).toBe('INVALID_USER_1');
    const shown = (await Promise.all(looks)).map(({ profile, wallet }) => [profile.username, wallet.amount]);
    expect(shown).toEqual(others.map(({ registration }, n) => [registration.username, amounts[n + 1]]));
  });

  it('is credited on nobody’s own word', async () => {
    const member = await server.members.join();
    expect(await member.api.refused('POST /api/wallet/add', { body: { amount: 100 } })).toBe('KEY_INVALID');
    expect((await member.api.ok('GET /api/wallet')).wallet).toEqual({ amount: 0, transit: 0 });
    expect((await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } })).total).toBe(0);
  });

  it('stays readable after its bank has left the content', async () => {
    const member = await server.members.join();
    const content = await server.content.get();
    const banks = content.banks.banks.filter(({ code }) => code !== 'KBANK');
    await server.content.save({ ...content, banks: { ...content.banks, banks } });
    const { bankAccount } = await member.api.ok('GET /api/wallet');
    expect(bankAccount.bank).toEqual({ code: 'KBANK', nameTH: 'KBANK', nameEN: 'KBANK' });
    await server.content.save(content);
  });
});
