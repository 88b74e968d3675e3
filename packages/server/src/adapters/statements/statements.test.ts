import { describe, expect, it } from 'vitest';
import { StatementError, type StatementCredit, type StatementEntry } from '../../ports/statement-file.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { openStatement } from './open.ts';

const FACTS = {
  bankCodeOf: (number: string): string => (number === '004' ? 'KBANK' : ''),
  senderIn: () => 'subfields' as const,
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(file: string | Uint8Array, size = 50): Promise<(StatementEntry | RejectedEntry)[]> {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'utf8') : file;
  const { entries } = await openStatement(inPieces(bytes, size), FACTS);
  const all = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Returns the text in the Thai encoding: its letters are one after another, as in Unicode. */
const inThai = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x0e00 + 0xa0;
    }),
  );

describe('MT940', () => {
  const ABOUT = ':86:?20PROMPTPAY?30004?310987654321?32SOMYING?33 JAIDEE\n';
  const file = ({
    lines = `:61:2605010501C500,00NTRFNONREF//FT2612100001\n${ABOUT}`,
    closing = 'C260501THB1500,',
  } = {}) =>
    `:20:STMT1\n:25:KASITHBK/000-1-23457-2\n:28C:121/1\n:60F:C260430THB1000,00\n${lines}:62F:${closing}\n:64:C260501THB1500,\n`;

  it('is read: credits alone, by day, with the bank’s reference and the sender', async () => {
    const lines = `:61:2605010501C500,00NTRFNONREF//FT2612100001\n${ABOUT}:61:260501D20,5NCHGNONREF//FT2612100002\nfee\n:86:FEE\n:61:260501C,25NINTNONREF\n`;
    const [first, second, ...others] = await read(
      file({ lines: lines.replace('C,25', 'C0,25'), closing: 'C260501THB1479,75' }),
    );
    expect(first).toEqual({
      currency: 'BAHT',
      credit: {
        statement: 1,
        series: '121/1 100000',
        toAccountNo: '0001234572',
        amount: 50_000n,
        bookedOn: '2026-05-01',
        valueOn: '2026-05-01',
        bookedAt: null,
        bankReference: 'FT2612100001',
        fromBankCode: 'KBANK',
        fromAccountNo: '0987654321',
        fromName: 'SOMYING JAIDEE',
        text: 'NONREF 20PROMPTPAY 30004 310987654321 32SOMYING 33 JAIDEE',
      },
      noPayment: null,
    });
    expect(second).toMatchObject({
      credit: { bankReference: null, amount: 25n, fromAccountNo: '' },
      noPayment: 'bank_interest',
    });
    expect(others).toEqual([]);
  });

  it('is read with the blocks of a message around it, Windows line ends, and several statements', async () => {
    const message = `{1:F01KASITHBKXXXX0000000000}{2:O9400000}{4:\r\n${file().replaceAll('\n', '\r\n')}-}\r\n`;
    expect(await read(message)).toHaveLength(1);
    const other = file().replace('000-1-23457-2', '0009999999');
    expect(await read(file() + other)).toHaveLength(2);
    expect(await read(`{1:F}{4:\n${file()}-}{1:F}{2:I}{4:${other}-}`)).toHaveLength(2);
    expect(await read(`\ufeff${file()}-\n\ufeff${other}-\n`)).toHaveLength(2);
  });

  it('goes on behind fields of the head that come after the opening balance, and times around it', async () => {
    const late = file().replace(/(:25:.*\n)(:28C:.*\n)(:60F:.*\n)/, '$3$1$2');
    expect(await read(late)).toMatchObject([
      { credit: { toAccountNo: '0001234572', series: '121/1 100000' } },
    ]);
    expect(await read(`PRINTED 16:20:37\n${file()}:86:AT 16:20:37\n`)).toHaveLength(1);
  });

  it('tells no sender where an entry has two texts, one of which may be the payer’s', async () => {
    const lines = `:61:260501C500,NTRF\n:86:?30004?311111111111\n${ABOUT}`;
    expect(await credits(file({ lines }), 'fromAccountNo')).toEqual([['']]);
  });

  it('is read in UTF-8 and in the Thai encoding', async () => {
    const thai = file().replace('SOMYING', 'สมหญิง');
    for (const bytes of [Buffer.from(thai), Buffer.from(`\ufeff${thai}`), inThai(thai)]) {
      expect(await read(bytes)).toMatchObject([{ credit: { fromName: 'สมหญิง JAIDEE' } }]);
    }
  });

  /** Returns some fields of each credit. */
  const credits = async <K extends keyof StatementCredit>(text: string, ...fields: readonly K[]) =>
    (await read(text)).map((entry) =>
      'credit' in entry ? fields.map((field) => entry.credit[field]) : entry.reason,
    );

  it('has no reference of the payer for one of the bank, and repeats the bank’s where it does', async () => {
    const lines = [
      ':61:260501C250,NTRFPROMPTPAY//FT1\n:86:X\n',
      ':61:260501C250,NTRFPROMPTPAY\n',
      ':61:260501C250,NTRFPROMPTPAY//NONREF\n',
      ':61:260501C250,NTRFPROMPTPAY//FT1\n',
    ];
    expect(
      await credits(file({ lines: lines.join(''), closing: 'C260501THB2000,' }), 'bankReference', 'text'),
    ).toEqual([
      ['FT1', 'PROMPTPAY X'],
      [null, 'PROMPTPAY'],
      [null, 'PROMPTPAY'],
      ['FT1', 'PROMPTPAY'],
    ]);
  });

  it('tells the same text of an entry to compare, whatever lines of it were not read before', async () => {
    const line = ':61:260501C500,NTRFNONREF\n';
    const about = ':86:RENT\n';
    const others = [
      '- THANKS\n',
      '{A}\n',
      ':21:37 NO 7\n',
      ':90C:1THB500,00\n',
      ':64:C260501THB1500,\n',
      '\u0003\n',
      '-\n:21:37\n7\n',
      ':28C:9/9\n',
    ];
    for (const text of others)
      expect(await credits(file({ lines: line + about + text }), 'text', 'fromName')).toEqual([
        ['NONREF RENT', ''],
      ]);
    for (const text of ['-RENT', '{RENT}', ':21:37 RENT'])
      expect(await credits(file({ lines: `${line}:86:${text}\n-\n` }), 'text')).toEqual([
        [`NONREF ${text.replace(/\W+/g, ' ').trim()}`],
      ]);
    const name = ':86:?32SOM DEE\n';
    expect(await credits(file({ lines: `${line}${name}:90C:1THB500,00\n` }), 'fromName')).toEqual([
      ['SOM DEE'],
    ]);
  });

  it.each([
    ['KASITHBK\n/0001234572', '0001234572'],
    ['0001234572\nKASITHB1', '0001234572'],
    ['//TH004/000-1-23457-2/THB', '0001234572'],
    ['0001 2345 72 THB ', '0001234572'],
    ['DE02120300000000202051EUR', 'DE02120300000000202051'],
    ['70150000/DE02120300000000202051', 'DE02120300000000202051'],
    ['0001234572\n004', '0001234572'],
  ])('has the number of an account in %j', async (written, accountNo) => {
    const text = file().replace('KASITHBK/000-1-23457-2', written);
    expect(await credits(text, 'toAccountNo')).toEqual([[accountNo]]);
  });

  it('has the days of booking and of value', async () => {
    const days = ['2605040501', '2601031231', '2512310102', '260501'];
    const lines = days.map((day, n) => `:61:${day}C1,NTRFNONREF//FT${n}\n`).join('');
    expect(await credits(file({ lines, closing: 'C260501THB1004,' }), 'bookedOn', 'valueOn')).toEqual([
      ['2026-05-01', '2026-05-04'],
      ['2025-12-31', '2026-01-03'],
      ['2026-01-02', '2025-12-31'],
      ['2026-05-01', '2026-05-01'],
    ]);
  });

  it('leaves an entry of a day that is none to a person, and goes on behind it', async () => {
    const lines = ['260231', '2605010231', '260501'].map((day) => `:61:${day}C1,NTRFNONREF\n`).join('');
    expect(await credits(file({ lines, closing: 'C260501THB1003,' }), 'bookedOn')).toEqual([
      'time is not one',
      'time is not one',
      ['2026-05-01'],
    ]);
  });

  it('has pages that go on as one statement, and another copy as one of the same series', async () => {
    const line = ':61:260501C500,NTRFNONREF\n';
    const page = (number: string, opening: string, closing: string) =>
      `:20:S\n:25:000-1-23457-2\n:28C:${number}\n:60${opening}\n${line}:62${closing}\n`;
    const first = page('7/1', 'F:C260430THB1000,', 'M:C260501THB1500,');
    const second = page('7/2', 'M:C260501THB1500,', 'F:C260501THB2000,');
    const other = page('8/1', 'F:C260501THB1500,', 'F:C260501THB2000,');
    expect(await credits(first + second + other + first, 'statement', 'series')).toEqual([
      [1, '7/1 100000'],
      [1, '7/2 150000'],
      [3, '8/1 150000'],
      [4, '7/1 100000'],
    ]);
  });

  it.each([
    ['C500,NTRF', null],
    ['C500,NMSC', null],
    ['C500,N   ', null],
    ['C500NCHG', 'bank_charge'],
    ['C500,N051', null],
    ['C500,FSTO', null],
    ['C500,NRTI', 'bank_return'],
    ['RD500,NTRF', 'bank_return'],
    ['C500,NCHG', 'bank_charge'],
    ['C500,FCOM', 'bank_charge'],
    ['C500,NINT', 'bank_interest'],
    ['C500,NCMZ', 'own_transfer'],
    ['C500,SSEC', 'bank_entry'],
  ])('tells by the type in %s whether a customer paid it: %s', async (line, noPayment) => {
    const entries = await read(file({ lines: `:61:260501${line}NONREF//FT1\n` }));
    expect(entries).toMatchObject([{ noPayment }]);
  });

  it('leaves bookings that are taken back, and other currencies, to a person', async () => {
    expect(await read(file().replaceAll('THB', 'USD'))).toMatchObject([{ reason: 'the currency is USD' }]);
    expect(
      await read(file({ lines: ':61:260501RC500,NTRFNONREF//FT1\n', closing: 'C260501THB500,' })),
    ).toMatchObject([{ reason: 'a booking is taken back' }]);
  });

  it.each<[string, string]>([
    ['a closing balance that does not fit', file({ closing: 'C260501THB1500,01' })],
    ['a closing balance in another currency', file({ closing: 'C260501USD1500,' })],
    ['no closing balance', file().split(':62F:')[0]!],
    [
      'no comma in any amount',
      file({ lines: ':61:260501C50000NTRF\n', closing: 'C260501THB150000' }).replace(
        'THB1000,00',
        'THB100000',
      ),
    ],
    [
      'amounts without a comma that sum to nothing',
      file({ lines: ':61:260501C50000NTRF\n:61:260501D50000NTRF\n', closing: 'C260501THB1000,' }),
    ],
    ['two accounts', file({ lines: `:61:260501C500,NTRF\n:86:A\n:25P:0009999999\n` })],
    ['another statement of numbered lines', file() + file().replaceAll(/^/gm, '1 ')],
    ['another statement that is indented', file() + file().replaceAll(/^/gm, ' ')],
    ['another statement that is quoted', file() + file().replaceAll(/^/gm, '> ')],
    ['another statement that is XML', `${file()}-}<?xml version="1.0"?><Document/>`],
    ['no closing balance before another statement', file().split(':62F:')[0]! + file()],
    ['three decimals', file({ lines: ':61:260501C500,001NTRFNONREF\n' })],
    ['an amount with a point', file({ lines: ':61:260501C500.00NTRFNONREF\n' })],
    ['a type with a blank in it', file({ lines: ':61:260501C500,N RTINONREF\n' })],
    ['an unknown mark', file({ lines: ':61:260501X500,NTRFNONREF\n' })],
    ['no account', file().replace(/:25:.*\n/, '')],
    ['an entry before its statement', `:61:260501C500,NTRFNONREF\n${file()}`],
    ['a sum beyond all money', file({ lines: ':61:260501C999999999999,NTRFNONREF\n' })],
    ['a web page', '<html><body>Sign in</body></html>'],
    ['a NUL', file({ lines: ':61:260501C500,NTRFNONREF//FT1\n:86:?32SOM\0YING\n' })],
    ['a reference without end', file({ lines: `:61:260501C500,NTRFNONREF//${'1'.repeat(300)}\n` })],
    ['nothing', ''],
    ['a table', 'date;amount\n2026-05-01;500'],
  ])('is refused whole for %s', async (_name, text) => {
    await expect(read(text)).rejects.toThrow(StatementError);
  });
});

describe('CAMT.053', () => {
  const PARTY =
    '<RltdPties><Dbtr><Pty><Nm>สมหญิง ใจดี</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>098-7-65432-1</Id></Othr></Id></DbtrAcct></RltdPties>' +
    '<RltdAgts><DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>004</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts>';
  const entry = ({
    amount = '500.00',
    ccy = 'THB',
    mark = 'CRDT',
    status = '<Sts><Cd>BOOK</Cd></Sts>',
    date = '<DtTm>2026-05-01T14:03:05+07:00</DtTm>',
    ref = 'FT1',
    details = `<TxDtls>${PARTY}</TxDtls>`,
    extra = '',
  } = {}) =>
    `<Ntry><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>${extra}${status}<BookgDt>${date}</BookgDt>` +
    `<AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="THB">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-05-01</Dt></Dt></Bal>`;
  const file = (entries: string, { balances = '', encoding = 'UTF-8', version = '08', prefix = '' } = {}) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<${prefix}Document xmlns${prefix && `:${prefix.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>000-1-23457-2</Id></Othr></Id><Ccy>THB</Ccy></Acct>` +
    `${balances}${entries}</Stmt></BkToCstmrStmt></${prefix}Document>`;

  const EXPECTED = {
    currency: 'BAHT',
    credit: {
      statement: 1,
      series: '',
      toAccountNo: '0001234572',
      amount: 50_000n,
      bookedOn: '2026-05-01',
      valueOn: '2026-05-01',
      bookedAt: new Date('2026-05-01T07:03:05Z') as Date | null,
      bankReference: 'FT1',
      fromBankCode: 'KBANK',
      fromAccountNo: '0987654321',
      fromName: 'สมหญิง ใจดี',
      text: '',
    },
    noPayment: null,
  };

  it('is read in any pieces, versions and encodings', async () => {
    const text = file(entry());
    for (const size of [1, 7, 100_000]) expect(await read(text, size)).toEqual([EXPECTED]);
    expect(await read(file(entry(), { version: '02' }))).toEqual([EXPECTED]);
    expect(await read(inThai(file(entry(), { encoding: 'TIS-620' })))).toEqual([EXPECTED]);
    const wide = Buffer.from(`\ufeff${file(entry(), { encoding: 'UTF-16' })}`, 'utf16le');
    expect(await read(wide, 3)).toEqual([EXPECTED]);
  });

  it('is read with a status and a party of the older versions, a day alone, and zeros behind the amount', async () => {
    const details = `<TxDtls>${PARTY.replaceAll(/<\/?Pty>/g, '')}</TxDtls>`;
    const old = entry({
      status: '<Sts>BOOK</Sts>',
      amount: '500.00000',
      date: '<Dt>2026-05-01</Dt>',
      details,
    });
    expect(await read(file(old))).toEqual([{ ...EXPECTED, credit: { ...EXPECTED.credit, bookedAt: null } }]);
  });

  it('is read with days of a zone, times of more decimals, and zeros before the amount', async () => {
    const booked = entry({
      date: '<DtTm>2026-05-01T14:03:05.000000000+07:00</DtTm>',
      amount: '000000000500.00',
    });
    expect(await read(file(booked))).toEqual([EXPECTED]);
    const days = [
      entry({ date: '<Dt>2026-05-01+07:00</Dt>' }),
      entry({ date: '<Dt>2026-05-01T00:00:00</Dt>' }),
    ];
    const expected = { ...EXPECTED, credit: { ...EXPECTED.credit, bookedAt: null } };
    expect(await read(file(days.join('')))).toEqual([expected, expected]);
  });

  it('leaves out debits and what is not booked', async () => {
    const others = [{ mark: 'DBIT' }, { status: '<Sts><Cd>PDNG</Cd></Sts>' }, { status: '<Sts>INFO</Sts>' }];
    expect(await read(file(others.map((changes) => entry(changes)).join('')))).toEqual([]);
  });

  it('takes a batch apart where its amounts make up the entry', async () => {
    const part = (amount: string, ref: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${ref}</AcctSvcrRef></Refs><Amt Ccy="THB">${amount}</Amt>${PARTY}</TxDtls>`;
    const amounts = async (details: string) =>
      (await read(file(entry({ details })))).map(
        (one) => 'credit' in one && [one.credit.amount, one.credit.bankReference],
      );
    expect(await amounts(part('200', 'A') + part('300', 'B'))).toEqual([
      [20_000n, 'A'],
      [30_000n, 'B'],
    ]);
    expect(await amounts(part('200', 'A') + part('299', 'B'))).toEqual([[50_000n, 'FT1']]);
  });

  const code = (of: string): string => {
    const [domain, family, subFamily] = of.split('-');
    if (family === undefined) return `<BkTxCd><Prtry><Cd>${domain}</Cd></Prtry></BkTxCd>`;
    return `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
  };

  it.each([
    ['PMNT-RCDT-ESCT', null],
    ['PMNT-RCDT-BOOK', null],
    ['PMNT-RRCT-DMCT', null],
    ['PMNT-MCOP-OTHR', null],
    ['XTND-NTAV-NTAV', null],
    ['PMNT-RCDT-RRTN', 'bank_return'],
    ['PMNT-ICDT-ESCT', 'bank_return'],
    ['PMNT-MCOP-CHRG', 'bank_charge'],
    ['ACMT-MCOP-INTR', 'bank_interest'],
    ['CAMT-ACCB-ZABA', 'own_transfer'],
    ['CAMT-CAPL-OTHR', 'own_transfer'],
    ['PMNT-ICCN-OTHR', 'own_transfer'],
    ['FORX-SPOT-OTHR', 'bank_entry'],
    ['NTRF+166', null],
    ['NRTI+166', 'bank_return'],
    ['NRTIFICATION', null],
    ['005', null],
  ])('tells by the code %s whether a customer paid it: %s', async (of, noPayment) => {
    expect(await read(file(entry({ extra: code(of) })))).toMatchObject([{ noPayment }]);
    // A transfer's own code says more than that of its entry.
    const details = `<TxDtls>${PARTY}${code(of)}</TxDtls>`;
    expect(await read(file(entry({ extra: code('PMNT-RCDT-OTHR'), details })))).toMatchObject([
      { noPayment },
    ]);
  });

  it('tells a returned payment, and who returned it, however the bank names its parties', async () => {
    const us = '<Id><Othr><Id>0001234572</Id></Othr></Id>';
    const them = '<Id><Othr><Id>0987654321</Id></Othr></Id>';
    const agent = (name: string) =>
      `<RltdAgts><${name}><FinInstnId><ClrSysMmbId><MmbId>004</MmbId></ClrSysMmbId></FinInstnId></${name}></RltdAgts>`;
    const sent = `<RltdPties><Dbtr><Nm>US</Nm></Dbtr><DbtrAcct>${us}</DbtrAcct><Cdtr><Nm>THEM</Nm></Cdtr><CdtrAcct>${them}</CdtrAcct></RltdPties>${agent('CdtrAgt')}`;
    const returned = `<RltdPties><Dbtr><Nm>THEM</Nm></Dbtr><DbtrAcct>${them}</DbtrAcct><Cdtr><Nm>US</Nm></Cdtr><CdtrAcct>${us}</CdtrAcct></RltdPties>${agent('DbtrAgt')}`;
    const why = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    const credit = { fromBankCode: 'KBANK', fromAccountNo: '0987654321', fromName: 'THEM' };
    for (const parties of [sent, returned]) {
      expect(await read(file(entry({ details: `<TxDtls>${parties}${why}</TxDtls>` })))).toMatchObject([
        { noPayment: 'bank_return', credit },
      ]);
    }
    expect(await read(file(entry({ extra: '<RvslInd>true</RvslInd>' })))).toMatchObject([
      { noPayment: 'bank_return' },
    ]);
  });

  it('leaves reversals, other currencies and entries without a day to a person', async () => {
    const odd = [
      { mark: 'DBIT', extra: '<RvslInd>true</RvslInd>' },
      { ccy: 'USD' },
      { date: '' },
      { date: '<DtTm>-200000-01-01T00:00:00Z</DtTm>' },
      { date: '<DtTm>soon</DtTm>' },
      { date: '<DtTm>2026-02-31T10:00:00</DtTm>' },
      { date: '<Dt>2026-02-31</Dt>' },
      { date: '<Dt>2026-05-01</Dt></BookgDt><ValDt><Dt>2026-02-31</Dt></ValDt><BookgDt>' },
      { amount: '0' },
    ];
    const reasons = (await read(file(odd.map((changes) => entry(changes)).join('')))).map(
      (one) => 'reason' in one && one.reason,
    );
    expect(reasons).toEqual([
      'a booking is taken back',
      'the currency is USD',
      'it has no day',
      'time is not one',
      'time is not one',
      'time is not one',
      'time is not one',
      'time is not one',
      'amount is not above zero',
    ]);
    expect(await read(file(entry({ date: '<DtTm>2026-05-01</DtTm>' })))).toMatchObject([
      { credit: { bookedOn: '2026-05-01', bookedAt: null } },
    ]);
  });

  it('has a series of its number and opening balance, and texts of the payer', async () => {
    const details = `<TxDtls><Refs><EndToEndId>rent-5</EndToEndId></Refs>${PARTY}<RmtInf><Ustrd>May,\n flat 4</Ustrd></RmtInf></TxDtls>`;
    const text = file(entry({ details }), { balances: balance('OPBD', '10.00') });
    const numbered = text.replace('<Acct>', '<ElctrncSeqNb>121</ElctrncSeqNb><Acct>');
    expect(await read(numbered)).toMatchObject([
      { credit: { series: '121 1000', text: 'RENT 5 MAY FLAT 4' } },
    ]);
  });

  it('has pages of one number as one statement', async () => {
    const page = (number: string, opening = '') =>
      `<Stmt><Id>P</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><Acct><Id><Othr><Id>0001234572</Id></Othr></Id></Acct>${opening}${entry()}</Stmt>`;
    const pages =
      page('7', balance('OPBD', '1000')) +
      page('7') +
      page('7') +
      page('8') +
      page('8', balance('OPBD', '9'));
    const text = file('').replace(/<Stmt>.*<\/Stmt>/, pages);
    const all = await read(text);
    expect(all.map((one) => 'credit' in one && [one.credit.statement, one.credit.series])).toEqual([
      [1, '7 100000'],
      [1, ''],
      [1, ''],
      [4, ''],
      [5, '8 900'],
    ]);
  });

  it('has balances that fit', async () => {
    const balances = balance('OPBD', '1000') + balance('CLBD', '1500.00');
    expect(await read(file(entry(), { balances }))).toHaveLength(1);
    await expect(read(file(entry() + entry(), { balances }))).rejects.toThrow('does not fit');
  });

  it('is read in little memory', async () => {
    const count = 20_000;
    async function* long(): AsyncGenerator<Uint8Array> {
      const [before, after] = file('|').split('|');
      yield Buffer.from(before!);
      for (let number = 0; number < count; number += 1)
        yield Buffer.from(entry({ ref: `R${number}`, details: '' }));
      yield Buffer.from(after!);
    }
    const { entries } = await openStatement(long(), FACTS);
    let seen = 0;
    for await (const one of entries) seen += 'credit' in one ? 1 : 0;
    expect(seen).toBe(count);
  });

  const doctype = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  it.each<[string, string]>([
    ['an end that is missing', file(entry()).slice(0, -30)],
    ['an element that is not closed', file(entry().replace('</Ntry>', ''))],
    ['a document type', file(entry()).replace('?>', `?>${doctype}`)],
    ['an entity of its own', file(entry({ ref: '&f;' }))],
    ['another document', file(entry()).replaceAll('camt.053', 'camt.054')],
    ['no statement', file(entry()).replaceAll('Stmt>', 'Stat>')],
    ['an amount with a comma', file(entry({ amount: '500,00' }))],
    ['an amount with an exponent', file(entry({ amount: '5e2' }))],
    ['an amount below zero', file(entry({ amount: '-500' }))],
    ['three decimals', file(entry({ amount: '500.001' }))],
    ['neither credit nor debit', file(entry({ mark: 'BOTH' }))],
    ['no account', file(entry()).replace(/<Acct>.*<\/Acct>/, '')],
    ['an encoding that nobody knows', file(entry(), { encoding: 'EBCDIC-CP-US' })],
    ['elements without end', file('<a>'.repeat(100_000))],
    [
      'attributes without end',
      file(`<a ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
    ],
    ['a NUL', file(entry()).replace('สมหญิง', 'สม\0หญิง')],
    ['a reference without end', file(entry({ ref: 'F'.repeat(300) }))],
  ])('is refused whole for %s', async (_name, text) => {
    await expect(read(text)).rejects.toThrow(StatementError);
  });

  it('is refused for bytes that are no text', async () => {
    const bytes = Buffer.concat([Buffer.from(file(entry()).slice(0, 400)), Buffer.from([0xff, 0xfe, 0xc3])]);
    await expect(read(bytes)).rejects.toThrow('it is not utf-8');
  });
});
