import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cell } from '../../kernel/csv.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** An independent RFC 4180 parser. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        value += text[at];
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') value += text[at++];
    }
    rows.at(-1)!.push(value);
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

const TEXT = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', '"', ',', "'", 'a', 'ก', '🎉'),
});

describe('a cell', () => {
  it.each(['=1+1', '+66', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠A1'])(
    'is harmless: %j',
    (text) => {
      expect(parse(cell(text))[0]).toEqual([`'${text}`]);
    },
  );

  it('is read back as it was, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(TEXT, { minLength: 1, maxLength: 8 }), (texts) => {
        const [row = []] = parse(`${texts.map(cell).join(',')}\r\n`);
        expect(row.map((value) => value.replace(/^'(?=[=+\-@\t\r\n＝])/, ''))).toEqual(
          texts.map((value) => value.replace(/^'(?=[=+\-@\t\r\n＝])/, '')),
        );
      }),
    );
  });
});

const MOVEMENTS = 1_203;

describe('the statement as a table', () => {
  let server: TestServer;
  let member: TestMember;

  beforeAll(async () => {
    server = await startTestServer();
    member = await server.members.join();
    const { wallet_account } = await server.database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    const ledger = new Ledger(server.database);
    const house = await ledger.house('gateway:KBANK', 'BAHT');
    const credit = wallet_account as AccountId;
    await Promise.all(
      Array.from({ length: MOVEMENTS }, (_, n) =>
        ledger.submit({
          id: newId(),
          debit: house,
          credit,
          amount: minor(BigInt(n) + 1n),
          kind: 'deposit',
          pending: false,
          detail: { provider: 'KBANK', reference: `r${n}` },
        }),
      ),
    );
    await ledger.submit({
      id: newId(),
      debit: await ledger.house('bonus', 'BAHT'),
      credit,
      amount: minor(123_456_700n),
      kind: 'bonus',
      pending: false,
      detail: {
        link: 'bonus',
        th: '=HYPERLINK("x"), ต้อนรับ',
        la: 'x',
        en: 'x',
        code: 'TRIAL',
        userBonusId: newId(),
      },
    });
  });
  afterAll(() => server.stop());

  const download = async (body = {}, language = 'th') => {
    const reply = await fetch(`${server.url}/api/statement/csv`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    return { reply, bytes, rows: parse(new TextDecoder().decode(bytes)) };
  };

  it('has everything once, newest first, over as many batches as it takes', async () => {
    const { reply, bytes, rows } = await download();
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rows).toHaveLength(MOVEMENTS + 2);
    const references = rows.slice(1).map((row) => row[9]);
    expect(new Set(references).size).toBe(MOVEMENTS + 1);
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 100 } });
    expect(references.slice(0, 100)).toEqual(statements.map(({ _id }) => _id));
    const { statements: last } = await member.api.ok('POST /api/statement', {
      body: { page: 1204, limit: 1 },
    });
    expect(references.at(-1)).toBe(last[0]?._id);
  });

  it('is in the reader’s words, with plain amounts, Bangkok’s times, and no formulas', async () => {
    const { rows } = await download({ statementType: 'bonus' });
    expect(rows).toHaveLength(2);
    const [columns = [], bonus = []] = rows;
    expect(columns.slice(0, 3)).toEqual(['เวลา (กรุงเทพฯ)', 'รายการ', 'สถานะ']);
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 1 } });
    const at = new Date(Date.parse(statements[0]!.createdAt) + 7 * 3_600_000).toISOString();
    const time = at.slice(0, 19).replace('T', ' ');
    expect(bonus).toEqual([
      time,
      'รับโบนัส',
      'สำเร็จ',
      '',
      'กระเป๋าหลัก',
      '1234567.00',
      'BAHT',
      '\'=HYPERLINK("x"), ต้อนรับ',
      time,
      statements[0]?._id,
    ]);
    const { rows: english } = await download({ search: '0.07' }, 'en');
    expect(english[1]?.slice(1, 7)).toEqual([
      'Deposit',
      'Successful',
      'Kasikornbank',
      'Main wallet',
      '0.07',
      'BAHT',
    ]);
  });

  it('has a minus before what left the main wallet', async () => {
    const payer = await server.members.join();
    const { wallet_account } = await server.database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('username', '=', payer.registration.username)
      .executeTakeFirstOrThrow();
    const ledger = new Ledger(server.database);
    await ledger.submit({
      id: newId(),
      debit: await ledger.house('gateway:KBANK', 'BAHT'),
      credit: wallet_account as AccountId,
      amount: minor(50_000n),
      kind: 'deposit',
      pending: false,
      detail: { provider: 'KBANK', reference: 'in' },
    });
    await payer.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    const reply = await fetch(`${server.url}/api/statement/csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const [, ...rows] = parse(await reply.text());
    expect(rows.map((row) => row[5])).toEqual(['-200.00', '500.00']);
  });

  it('has its heading alone where nothing is found', async () => {
    expect((await download({ status: 'FAILED' })).rows).toHaveLength(1);
  });

  it('is for members', async () => {
    expect(await server.api.refused('POST /api/statement/csv', { body: {} })).toBe('UNAUTHORIZED');
    expect(await member.api.refused('POST /api/statement/csv', { body: { since: 'yesterday' } })).toBe(
      'KEY_INVALID',
    );
  });
});
