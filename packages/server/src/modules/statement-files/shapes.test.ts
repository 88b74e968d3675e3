import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import type { TestMember } from '../../testing/members.ts';
import { transferBy } from '../../testing/slips.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { bookFile, mt940Of } from '../../testing/statement-files.ts';
import { STATEMENT_SHAPES } from '../../testing/statement-shapes.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Accounts of banks that write as text: the sender; subfields; what the payer wrote. */
const [ACCOUNT, OTHER_ACCOUNT, PAYERS_TEXT] = ['0002345683', '000034567894', '0001234572'];
/** The shape whose texts have more words. */
const MORE_WORDS = 'texts whose lines begin with a time, a hyphen or a bracket';

describe('statement files as banks write them', () => {
  let server: TestServer;
  let cashier: StaffBrowser;
  let finance: StaffBrowser;
  let amount = 500;

  beforeAll(async () => {
    server = await startTestServer({
      settings: { consolePort: 0 },
      content: ({ depositAccounts }) => {
        depositAccounts.banks.find(({ bankAccountNo }) => bankAccountNo === PAYERS_TEXT)!.senderIn =
          'nothing';
      },
    });
    [cashier, finance] = (await staffOf(server, 'cashier', 'finance')) as [StaffBrowser, StaffBrowser];
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    expect(await statementDayCheck(server.database, new Date(0)).run()).toEqual([]);
    await server.stop();
  });

  const book = (text: string) => bookFile(server, cashier, finance, text);
  /** Returns why the amount of the newest file waits; undefined where it does not. */
  const why = async (): Promise<string | undefined> =>
    (await finance.call('GET /staff/api/suspense')).body.items.find(
      (item: { amount: number }) => item.amount === amount,
    )?.why;
  const joined = (more: Partial<TestMember['registration']> = {}) =>
    server.members.join({ bankCode: 'KBANK', ...more });
  /** Returns a statement of one entry with a text, of an amount of its own. */
  const told = (about: string, { account = ACCOUNT, type = 'NTRF' } = {}): string => {
    amount += 1;
    return mt940Of(account, [{ amount, type }]).replace(/:86:.*/, `:86:${about}`);
  };

  it.each(Object.entries(STATEMENT_SHAPES))(
    'credit a member once where they have %s',
    async (name, shape) => {
      const member = await joined();
      amount += 1;
      const plain = mt940Of(ACCOUNT, [{ amount, from: member.registration.bankAccountNo }]);
      const copy = plain.replace(':20:', ':20:C');
      expect(shape(plain)).not.toBe(plain);
      const files = [shape(plain), shape(copy), ...(name === MORE_WORDS ? [] : [plain])];
      for (const text of files) {
        expect(await book(text)).toMatchObject({ entries: 1, taken: 1, aside: 0, sums: [{ amount }] });
        expect(await member.wallet()).toEqual({ amount, transit: 0 });
        expect(await why()).toBeUndefined();
      }
    },
  );

  describe('whose text of an entry is a name and the number of an account', () => {
    /** Each has a name of their own. */
    let names = 0;
    const named = (more: Partial<TestMember['registration']> = {}) => {
      const letters = String.fromCodePoint(65 + Math.floor(names / 26), 65 + (names % 26));
      names += 1;
      return joined({ bankAccountName: `SOMPONG ${letters}DEE`, ...more });
    };
    const textOf = ({ registration }: TestMember): string =>
      `${registration.bankAccountName} ${registration.bankAccountNo}`;

    it.each<[string, (name: string, no: string) => string]>([
      ['the name first', (name, no) => `${name} ${no}`],
      ['the number first, and each on a line', (name, no) => `${no}\n${name}`],
      ['hyphens in the number', (name, no) => `${name}, ${no.slice(0, 3)}-${no.slice(3, 4)}-${no.slice(4)}`],
    ])('credit the member who has both, with %s', async (_name, text) => {
      const member = await named();
      const { bankAccountName, bankAccountNo } = member.registration;
      await book(told(text(bankAccountName, bankAccountNo), { type: 'N500' }));
      expect(await member.wallet()).toEqual({ amount, transit: 0 });
    });

    it('credit the member with the name where two banks have the number, and none where both have it', async () => {
      const [one, other] = await Promise.all([
        named({ bankAccountNo: '7000000001' }),
        named({ bankAccountNo: '7000000001', bankCode: 'SCB' }),
      ]);
      await book(told(textOf(other)));
      expect(await other.wallet()).toEqual({ amount, transit: 0 });
      expect(await one.wallet()).toEqual({ amount: 0, transit: 0 });
      const [thief, victim] = [await named({ bankAccountNo: '7000000002', bankCode: 'SCB' }), await named()];
      const { bankAccountName } = thief.registration;
      const twin = await joined({ bankAccountNo: '7000000002', bankAccountName });
      await book(told(textOf(twin)));
      expect(await why()).toBe('ambiguous');
      await book(told(`${bankAccountName} ${victim.registration.bankAccountNo}`));
      expect(await why()).toBe('name_mismatch');
      for (const member of [thief, victim, twin])
        expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    });

    it.each<[string, (member: TestMember) => string]>([
      ['other words', (member) => `TRANSFER ${textOf(member)} THANKS`],
      ['no name', ({ registration }) => registration.bankAccountNo],
      ['no number', ({ registration }) => registration.bankAccountName],
      ['two numbers', (member) => `${textOf(member)} 1234567890`],
    ])('wait for a person with %s', async (_name, text) => {
      const member = await named();
      await book(told(text(member)));
      expect(await why()).toBeDefined();
      expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    });

    const subfieldsOf = (mark: string, { registration }: TestMember): string =>
      `${mark}30004${mark}31${registration.bankAccountNo}`;
    it.each<[string, string, (member: TestMember) => string]>([
      ['a name and a number', OTHER_ACCOUNT, textOf],
      ['words and subfields', OTHER_ACCOUNT, (member) => `PAY${subfieldsOf('?', member)}`],
      ['words and subfields of another sign', OTHER_ACCOUNT, (member) => `PAY${subfieldsOf('>', member)}`],
      ['subfields of the payer', PAYERS_TEXT, (member) => `166?00PAY${subfieldsOf('?', member)}`],
    ])(
      'wait for a person where the text is %s, and are no second credit beside the feed’s',
      async (_name, account, words) => {
        const [payer, other] = [await named(), await named()];
        await book(told(words(other), { account }));
        expect(await why()).toBe('hidden_account');
        const text = told(words(other), { account });
        await transferBy(server.world, payer, { toAccountNo: account, amount });
        await server.workOff();
        expect(await payer.wallet()).toEqual({ amount, transit: 0 });
        await book(text);
        expect(await why()).toBeUndefined();
        expect(await payer.wallet()).toEqual({ amount, transit: 0 });
        expect(await other.wallet()).toEqual({ amount: 0, transit: 0 });
      },
    );
  });

  it('credit no member by a sender that the payer wrote beside the bank’s', async () => {
    const [payer, other] = [await joined(), await joined()];
    const [from, words] = [payer, other].map(({ registration }) => `?30004?31${registration.bankAccountNo}`);
    await book(told(`166?00TRANSFER${from}?60${words}`));
    await book(told(`166?00TRANSFER?20${words}${from}`));
    await book(told(`166?00TRANSFER?20${words}?21BY PHONE`));
    for (const member of [payer, other]) expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
  });
});
