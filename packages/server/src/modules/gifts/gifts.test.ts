import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

const GIFT_WALLET = 'กระเป๋า ซองของขวัญ';
const AUTO_WALLET = 'กระเป๋า โอนอัตโนมัติ';

interface Gift {
  amount: number;
  people?: number;
  type?: 'R' | 'F';
  ownerPhone?: string;
  expired?: boolean;
}

/** Encrypts the link and the wallet's name for the server, as the app does. */
async function encrypt(member: TestMember, clearText: string): Promise<string> {
  const jwk = await member.api.ok('GET /api/lookup/truelinkKey');
  return new CompactEncrypt(new TextEncoder().encode(clearText))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
}

describe('gift links', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const mint = async (gift: Gift): Promise<string> =>
    (await server.world.control<{ link: string }>('POST', '/gift', gift)).link;

  const send = async (member: TestMember, link: string, wallet = GIFT_WALLET) =>
    member.api.call('POST /api/wallet/truelink', {
      body: { link: await encrypt(member, `${link}::${wallet}`) },
    });
  const deposits = async (member: TestMember) =>
    (await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } })).statements;

  it('credits what the link gives, and says where it came from', async () => {
    const member = await server.members.join();
    const answer = await send(member, await mint({ amount: 1234.5 }));
    expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCESS', amount: 1234.5 } });
    expect(await member.wallet()).toMatchObject({ amount: 1234.5 });
    expect(await deposits(member)).toMatchObject([
      { statementType: 'deposit', from: 'GIFT', to: 'WALLET', amount: 1234.5, status: 'SUCCESS' },
    ]);
  });

  it('credits our ticket of a shared envelope, not its total', async () => {
    const member = await server.members.join();
    await send(member, await mint({ amount: 100, people: 4, type: 'F' }));
    expect(await member.wallet()).toMatchObject({ amount: 25 });
  });

  it('refuses a link that was handed in before, also by somebody else', async () => {
    const [first, second] = await Promise.all([server.members.join(), server.members.join()]);
    const link = await mint({ amount: 50 });
    await send(first, link);
    expect(endOf(await send(first, link))).toBe('TRUELINK_DUPLICATE');
    expect(endOf(await send(second, link))).toBe('TRUELINK_DUPLICATE');
    expect(await second.wallet()).toMatchObject({ amount: 0 });
  });

  it('credits one of many who hand the same link in at once, once', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => server.members.join()));
    const link = await mint({ amount: 70 });
    const answers = await Promise.all([...members, ...members].map((member) => send(member, link)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const wallets = await Promise.all(members.map((member) => member.wallet()));
    expect(wallets.map((wallet) => wallet.amount).sort((a, b) => a - b)).toEqual([0, 0, 0, 70]);
  });

  it.each<[string, Gift]>([
    ['expired', { amount: 10, expired: true }],
    ['of our own wallet', { amount: 10, ownerPhone: '0600000012' }],
  ])('says TRUELINK_INVALID to a link that is %s', async (_, gift) => {
    const member = await server.members.join();
    expect(endOf(await send(member, await mint(gift)))).toBe('TRUELINK_INVALID');
    expect(await member.wallet()).toMatchObject({ amount: 0 });
  });

  it.each([
    ['no link at all', 'hello'],
    ['another site', 'https://gift.truemoney.example/campaign/?v=abcdefghijklmnopqr'],
    ['a code that no envelope has', 'https://gift.truemoney.com/campaign/?v=abcdefghijklmnopqr'],
    ['a code with a path in it', 'https://gift.truemoney.com/campaign/?v=../../../provider/x'],
    ['an address in disguise', 'https://gift.truemoney.com@evil.example/campaign/?v=abcdefghijklmnopqr'],
  ])('says TRUELINK_INVALID to %s', async (_, link) => {
    const member = await server.members.join();
    expect(endOf(await send(member, link))).toBe('TRUELINK_INVALID');
  });

  it('says TRUELINK_INVALID to what is not encrypted for it', async () => {
    const member = await server.members.join();
    const link = await mint({ amount: 10 });
    const sealed = await encrypt(member, `${link}::${GIFT_WALLET}`);
    for (const body of [`${link}::${GIFT_WALLET}`, sealed.slice(0, -4), `${sealed}x`, 'a.b.c.d.e']) {
      expect(endOf(await member.api.call('POST /api/wallet/truelink', { body: { link: body } }))).toBe(
        'TRUELINK_INVALID',
      );
    }
  });

  it.each([AUTO_WALLET, 'somebody else', ''])('says NO_WALLET to the wallet name %j', async (wallet) => {
    const member = await server.members.join();
    const link = await mint({ amount: 10 });
    expect(endOf(await send(member, link, wallet))).toBe('NO_WALLET');
    // The link was not claimed, so it still works for the right wallet.
    expect((await send(member, link)).status).toBe(200);
  });

  it.each(['timeout_after_commit', 'timeout_before_commit', 'http_500'] as const)(
    'goes on by itself when the wallet service does not answer (%s)',
    async (fault) => {
      const member = await server.members.join();
      const link = await mint({ amount: 90 });
      await server.world.fault('gift', fault);
      const answer = await send(member, link);
      expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING', amount: 0 } });
      expect(endOf(await send(member, link))).toBe('TRUELINK_DUPLICATE');
      await server.world.heal();
      await server.pass(LEFT_MS);
      expect(await member.wallet()).toMatchObject({ amount: 90 });
      // Only the movement of the first answer exists.
      const { _id } = answer.body as { _id: string };
      expect((await deposits(member)).map((deposit) => deposit._id)).toEqual([_id]);
    },
  );

  it.each(['timeout_before_commit', 'timeout_after_commit'] as const)(
    'credits one voucher once under two spellings of its code, also after %s',
    async (fault) => {
      const [member, other] = [await server.members.join(), await server.members.join()];
      const link = await mint({ amount: 80 });
      await send(member, link);
      const code = new URL(link).searchParams.get('v') ?? '';
      const swapped = code.replace(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      await server.world.fault('gift', fault);
      const answer = await send(other, link.replace(code, swapped));
      expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } });
      await server.world.heal();
      const { _id } = answer.body as { _id: string };
      await server.pass(LEFT_MS);
      const row = await server.database.queries
        .selectFrom('gift_link')
        .select(['state', 'reason'])
        .where('id', '=', _id)
        .executeTakeFirst();
      expect(row).toEqual({ state: 'refused', reason: 'duplicate' });
      expect(await other.wallet()).toMatchObject({ amount: 0 });
      expect(await member.wallet()).toMatchObject({ amount: 80 });
    },
  );

  it('keeps neither the link nor its code in clear', async () => {
    const member = await server.members.join();
    const link = await mint({ amount: 10 });
    await send(member, link);
    const code = new URL(link).searchParams.get('v') ?? '';
    const rows = await server.database.queries.selectFrom('gift_link').selectAll().execute();
    const transfers = await server.database.queries.selectFrom('ledger_transfer').select('detail').execute();
    const stored = JSON.stringify([rows, transfers], (_, value: unknown) =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString('latin1')
        : typeof value === 'bigint'
          ? String(value)
          : value,
    );
    expect(stored).not.toContain(code);
  });
});

describe('a digital wallet in baht, where members count in kip as well', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ settings: { laos: true } });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const join = (currency: 'BAHT' | 'LAK') =>
    server.members.join({
      username: `020${server.members.nextPhone().slice(2)}`,
      currency,
      bankCode: 'BCEL',
    });

  it('is shown to those who count in baht', async () => {
    const namesFor = async (currency: 'BAHT' | 'LAK') =>
      (await (await join(currency)).api.ok('GET /api/lookup/deposit')).wallets.map(
        ({ walletAccountName }) => walletAccountName,
      );
    expect(await namesFor('BAHT')).toEqual([AUTO_WALLET, GIFT_WALLET]);
    expect(await namesFor('LAK')).toEqual([]);
  });

  it('takes no gift from one who counts in kip, and leaves the gift to whom it can be credited', async () => {
    const { link } = await server.world.control<{ link: string }>('POST', '/gift', { amount: 50 });
    const send = async (member: TestMember) => {
      const body = { link: await encrypt(member, `${link}::${GIFT_WALLET}`) };
      return endOf(await member.api.call('POST /api/wallet/truelink', { body }));
    };
    expect(await send(await join('LAK'))).toBe('NO_WALLET');
    const inBaht = await join('BAHT');
    expect(await send(inBaht)).toBe('OK');
    expect(await inBaht.wallet()).toMatchObject({ amount: 50 });
  });

  it('keeps a transfer of one who counts in kip for a person to settle, and goes on', async () => {
    const [inKip, inBaht] = [await join('LAK'), await join('BAHT')];
    for (const { registration } of [inKip, inBaht]) {
      const transfer = { fromPhone: registration.username, toWallet: '0600000011', amount: 20 };
      await server.world.control('POST', '/wallet/transfer', transfer);
    }
    await server.workOff();
    expect(await inBaht.wallet()).toMatchObject({ amount: 20 });
    expect(await inKip.wallet()).toMatchObject({ amount: 0 });
    const suspense = await server.database.queries
      .selectFrom('ledger_account')
      .select('code')
      .where('code', 'like', 'house:suspense:%')
      .execute();
    expect(suspense).toEqual([{ code: 'house:suspense:BAHT' }]);
  });
});
