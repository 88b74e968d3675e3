import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startWorld, testClock, type TestWorld } from '../testing/world.ts';
import { OPERATOR_ACCOUNTS } from './operator.ts';

interface Entry {
  cursor: string;
  reference: string;
  fromBankCode: string;
  fromAccountNo: string;
  amount: string;
}
interface Page {
  transfers: Entry[];
  next: string;
}

const TRANSFER = {
  fromBankCode: 'KBANK',
  fromAccountNo: '000-9-87654-3',
  fromName: ' SOMCHAI JAIDEE ',
  toAccountNo: '0001234572',
  amount: 500.25,
};

const send = (world: TestWorld, change: object = {}) =>
  world.control<{ reference: string; slipUrl: string; statementReference: string }>(
    'POST',
    '/control/bank/transfer',
    {
      ...TRANSFER,
      ...change,
    },
  );

const feed = async (world: TestWorld, query = '') =>
  (await world.call<Page>('GET', `/bank/feed${query}`)).body;

async function sendMany(world: TestWorld, count: number): Promise<string[]> {
  const references: string[] = [];
  for (let sent = 0; sent < count; sent += 1) references.push((await send(world)).body.statementReference);
  return references;
}

describe('a bank transfer', () => {
  it('is on the feed as statements have it, and the feed goes on from there', async () => {
    const world = await startWorld({ now: testClock().now });
    const { reference, statementReference } = (await send(world)).body;
    expect(reference).toMatch(/^20260102[0-9A-Z]{12}$/);
    expect(statementReference).toMatch(/^ST[0-9A-Z]{12}$/);
    const page = await feed(world);
    expect(page).toEqual({
      transfers: [
        {
          cursor: page.next,
          reference: statementReference,
          fromBankCode: 'KBANK',
          fromAccountNo: 'xxxxxx6543',
          fromName: expect.stringMatching(/^(MR|MISS|MRS\.) SOMCHAI J$/),
          toAccountNo: '0001234572',
          amount: '500.25',
          at: '2026-01-02T03:04:00.000Z',
        },
      ],
      next: page.next,
    });
    expect(await feed(world, `?after=${page.next}`)).toEqual({ transfers: [], next: page.next });
    const second = (await send(world)).body.statementReference;
    expect((await feed(world, `?after=${page.next}`)).transfers.map((entry) => entry.reference)).toEqual([
      second,
    ]);
  });

  it.each([
    ['GSB', '000034567894', 'xxxxx4567xxx'],
    ['BAY', '0009876543', 'xxxxx7654x'],
    ['SCB', '0009876543', 'xxxxxx6543'],
    ['KTB', '0009876543', '0009876543'],
  ])('from %s shows account %s as %s', async (fromBankCode, fromAccountNo, shown) => {
    const world = await startWorld();
    await send(world, { fromBankCode, fromAccountNo });
    expect((await feed(world)).transfers).toMatchObject([{ fromBankCode, fromAccountNo: shown }]);
  });

  it('to somebody else is not on the feed', async () => {
    const world = await startWorld();
    await send(world, { toSomebodyElse: true });
    expect(await feed(world)).toEqual({ transfers: [], next: '' });
  });

  it('with a reference of the caller is made once, and the reference stands for nothing else', async () => {
    const world = await startWorld();
    const reference = 'MYOWN20260001';
    const first = await send(world, { reference });
    expect(first.body.reference).toBe(reference);
    expect(await send(world, { reference })).toEqual(first);
    for (const change of [{ amount: 1 }, { toName: 'X' }, { toSomebodyElse: true }]) {
      expect(await send(world, { reference, ...change })).toMatchObject({
        status: 422,
        body: { error: 'reference_conflict' },
      });
    }
    expect((await feed(world)).transfers).toHaveLength(1);
  });

  it.each([
    { amount: 0 },
    { amount: 1.001 },
    { amount: '5.00' },
    { fromBankCode: 'MOON' },
    { fromAccountNo: '12' },
    { fromAccountNo: 'ABCDEFGHIJ' },
    { toAccountNo: undefined },
    { fromName: '  ' },
    { reference: 'short' },
  ])('is not made with %j', async (change) => {
    const world = await startWorld();
    expect(await send(world, change)).toMatchObject({ status: 400, body: { error: 'bad_body' } });
    expect((await feed(world)).transfers).toEqual([]);
  });
});

describe('the feed of the bank', () => {
  it('comes in pages, oldest first', async () => {
    const world = await startWorld();
    const sent = await sendMany(world, 5);
    const got: string[] = [];
    let after = '';
    for (const expected of [2, 2, 1, 0]) {
      const { transfers, next } = await feed(world, `?limit=2&after=${after}`);
      expect(transfers).toHaveLength(expected);
      got.push(...transfers.map(({ reference }) => reference));
      after = next;
    }
    expect(got).toEqual(sent);
  });

  it('under faults repeats and mixes up, and still brings everything', async () => {
    const world = await startWorld();
    const sent = await sendMany(world, 30);
    for (const kind of ['duplicate', 'reorder']) {
      await world.control('POST', '/control/faults', { port: 'feed', kind, rate: 0.5 });
    }
    const got: string[] = [];
    let after = '';
    for (let page = await feed(world, '?limit=7'); page.next !== after;) {
      got.push(...page.transfers.map(({ reference }) => reference));
      after = page.next;
      page = await feed(world, `?limit=7&after=${after}`);
    }
    expect(new Set(got)).toEqual(new Set(sent));
    expect(got.length).toBeGreaterThan(sent.length);
    expect([...new Set(got)]).not.toEqual(sent);
  });

  it.each(['?limit=0', '?limit=201', '?limit=x', '?after=%00'])('refuses %s', async (query) => {
    const world = await startWorld();
    expect((await world.call('GET', `/bank/feed${query}`)).status).toBe(400);
  });

  it('is for those who sign', async () => {
    const world = await startWorld();
    expect((await world.control('GET', '/bank/feed')).status).toBe(401);
  });
});

describe('the accounts of the operator', () => {
  it('are those of the demo content', async () => {
    const file = new URL('../../../../content/demo/deposit-accounts.yaml', import.meta.url);
    const listed = (await readFile(file, 'utf8')).matchAll(
      /bankCode: (\w+)\s+bankType: BANK\b[\s\S]*?bankAccountName: (.+)\n\s+bankAccountNo: '(\d+)'\s+currency: (\w+)/g,
    );
    const inContent = [...listed].map(([, bankCode, name, accountNo, currency]) => ({
      bankCode,
      accountNo,
      name,
      currency,
    }));
    expect(inContent.length).toBeGreaterThan(0);
    expect(OPERATOR_ACCOUNTS).toEqual(expect.arrayContaining(inContent));
  });
});
