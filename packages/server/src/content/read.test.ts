import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toString as qrToString } from 'qrcode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError, readContent, readDemoMembers } from './read.ts';
import { LANGUAGES } from './fields.ts';

const DEMO = fileURLToPath(new URL('../../../../content/demo', import.meta.url));

describe('the demo folder', () => {
  it('is accepted and survives JSON', async () => {
    const content = await readContent(DEMO);
    expect(JSON.parse(JSON.stringify(content))).toEqual(content);
  });

  it('shows members only accounts that money can arrive through', async () => {
    const { depositAccounts } = await readContent(DEMO);
    const shown = depositAccounts.banks.filter((account) => account.enabled);
    expect(shown.map(({ bankCode, mode }) => `${bankCode} ${mode}`)).toEqual([
      'KBANK SMS',
      'KBANK AUTO',
      'SCB AUTO',
      'GSB AUTO',
      'BCEL AUTO',
      'BCEL AUTO',
      'WW AUTO',
      'PAYTIMZ AUTO',
      'PAYONEX AUTO',
      'FP AUTO',
    ]);
    expect(depositAccounts.wallets.map(({ mode, enabled }) => [mode, enabled])).toEqual([
      ['AUTO', true],
      ['GIFT', true],
    ]);
  });

  it('knows the Thai and Lao banks, with their numbers', async () => {
    const { banks } = (await readContent(DEMO)).banks;
    const numbers = Object.fromEntries(banks.map((bank) => [bank.code, bank.bankOfThailandNo]));
    expect(numbers).toMatchObject({
      BBL: '002',
      KBANK: '004',
      KTB: '006',
      TMB: '011',
      SCB: '014',
      GSB: '030',
    });
    const lao = banks.filter((bank) => bank.country === 'LA').map((bank) => bank.code);
    expect(lao).toEqual(['BCEL', 'JDB', 'LDB', 'APB']);
  });

  it('pays out from 100 to 100,000 baht without approval', async () => {
    const { withdraw } = await readContent(DEMO);
    expect(withdraw.approval).toBe('none');
    expect(withdraw.limits.BAHT).toEqual({ min: '100.00', max: '100000.00' });
  });

  it('says everything in three languages, each in its own script', async () => {
    const { agreements, conditions, contactText, messages } = await readContent(DEMO);
    const script = { th: /[\u0E00-\u0E7F]/, la: /[\u0E80-\u0EFF]/, en: /[A-Za-z]/ };
    for (const language of LANGUAGES) {
      const { smsOtp, notice } = messages;
      const texts = [...agreements[language], conditions, contactText, smsOtp, notice].map((text) =>
        typeof text === 'string' ? text : text[language],
      );
      expect(texts).toHaveLength(7);
      for (const text of texts) expect(text).toMatch(script[language]);
    }
    const joined = (language: 'th' | 'la' | 'en') =>
      [...agreements[language], conditions[language], contactText[language]].join();
    expect(joined('th')).not.toMatch(script.la);
    expect(joined('la')).not.toMatch(script.th);
    expect(joined('en')).not.toMatch(/[\u0E00-\u0EFF]/);
  });

  it('has a contact QR code that leads to the contact link', async () => {
    const { link, qrcode } = (await readContent(DEMO)).operator.contact;
    const expected = await qrToString(link, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
    expect(await readFile(join(DEMO, 'assets', qrcode), 'utf8')).toBe(expected);
  });

  it('has one member to try, with a linked bank account', async () => {
    const [member, ...others] = await readDemoMembers(DEMO);
    expect(member).toMatchObject({ phone: '0812345678', password: 'krapao-demo' });
    expect(others).toMatchObject([{ phone: '0305551234', laos: true, currency: 'LAK' }]);
  });

  it('keeps the demo password out of the content', async () => {
    expect(JSON.stringify(await readContent(DEMO))).not.toContain('krapao-demo');
  });
});

describe('a folder with mistakes', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'krapao-content-'));
    await cp(DEMO, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const problems = async (): Promise<readonly string[]> => {
    const error: unknown = await readContent(folder).catch((reason: unknown) => reason);
    if (!(error instanceof ContentError)) throw new Error('the folder was accepted', { cause: error });
    expect(error.message).toBe(error.problems.join('\n'));
    return error.problems;
  };
  const edit = async (file: string, from: string, to: string) => {
    const before = await readFile(join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    await writeFile(
      join(folder, file),
      before.replace(from, () => to),
    );
  };

  it.each([
    ['operator.yaml', 'active: true', 'activ: true', 'operator.yaml: activ: unknown key'],
    ['operator.yaml', 'active: true', '', 'operator.yaml: active: is missing'],
    ['operator.yaml', 'active: true', 'active: yes', 'operator.yaml: active: must be true or false'],
    ['operator.yaml', '  la: ກະເປົາ\n', '', 'operator.yaml: name.la: is missing'],
    ['operator.yaml', 'la: ກະເປົາ', "la: ' '", 'operator.yaml: name.la: must not be empty'],
    ['operator.yaml', 'currency: BAHT', 'currency: THB', 'operator.yaml: currency: must be one of BAHT, LAK'],
    [
      'operator.yaml',
      'website: https:',
      'website: http:',
      'operator.yaml: website: must be an https address',
    ],
    [
      'operator.yaml',
      "play: ''",
      "play: 'javascript:alert(1)'",
      'operator.yaml: howto.play: must be an https address, or empty',
    ],
    [
      'operator.yaml',
      'contact-qr.svg',
      '../operator.yaml',
      'operator.yaml: contact.qrcode: must be the name of a file in assets, such as logo.svg',
    ],
    [
      'operator.yaml',
      'contact-qr.svg',
      'other.svg',
      'operator.yaml: contact.qrcode: there is no file assets/other.svg',
    ],
    [
      'bonuses.yaml',
      'bonus-daily.svg',
      'none.svg',
      'bonuses.yaml: [1].banners[0].image: there is no file assets/none.svg',
    ],
    ['bonuses.yaml', 'code: DAILY', 'code: WELCOME', 'bonuses.yaml: [1].code: WELCOME is used twice'],
    ['bonuses.yaml', 'type: day', 'type: month', 'bonuses.yaml: [1].type: must be one of limit, day, week'],
    [
      'bonuses.yaml',
      'percentFail: 100',
      'percentFail: 101',
      'bonuses.yaml: [0].percentFail: must not be above 100',
    ],
    ['bonuses.yaml', 'percentFail: 100', 'percentFail: 12.5', 'bonuses.yaml: [0].percentFail: '],
    ['bonuses.yaml', 'percent: 100,', 'percent: 0,', 'bonuses.yaml: [0].gives.percent: '],
    ['bonuses.yaml', 'amount: 150', 'amount: 0', 'bonuses.yaml: [2].gives.amount: must be above 0'],
    ['bonuses.yaml', 'casino: 10', 'cards: 10', 'bonuses.yaml: [0].games.cards: unknown key'],
    [
      'bonuses.yaml',
      'games: { slot: 100, sport: 50, casino: 10 }',
      'games: {}',
      'bonuses.yaml: [0].games: must have stakes count in at least one category',
    ],
    [
      'bonuses.yaml',
      'minDeposit: 100',
      'minDeposit: 0',
      'bonuses.yaml: [0].minDeposit: must be above 0 where a percentage of the deposit is given',
    ],
    [
      'bonuses.yaml',
      'endsBelow: 5',
      'endsBelow: 100',
      'bonuses.yaml: [0].endsBelow: must be less than the least a member begins with',
    ],
    [
      'promotions.yaml',
      'KRAPAO-GIFT-50',
      'GIFT50',
      'promotions.yaml: [0].code: must be at least 8 capital letters, digits, - or _, not easy to guess',
    ],
    ['promotions.yaml', "'2027-12-31'", "'2025-12-31'", 'promotions.yaml: [1].to: must not be before from'],
    ['promotions.yaml', "'2027-12-31'", "'31.12.2027'", 'promotions.yaml: [1].to: must be a day in quotes'],
    ['promotions.yaml', 'code: SPORTS2027', 'code: KRAPAO-GIFT-50', 'promotions.yaml: [1].code: '],
    ['messages.yaml', 'code is {code} (', 'code is (', 'messages.yaml: smsOtp.en: must contain {code}'],
    [
      'messages.yaml',
      '(ref {ref})',
      '({ref} {refno})',
      'messages.yaml: smsOtp.en: unknown placeholder {refno}',
    ],
    ['invite.yaml', 'collect: day', 'collect: month', 'invite.yaml: collect: must be one of day, week'],
    ['invite.yaml', 'percent: 10', 'percent: 101', 'invite.yaml: deposits.percent: must not be above 100'],
    [
      'invite.yaml',
      'percent: 0.2',
      'percent: 0.125',
      'invite.yaml: play.percent: must have at most two decimals',
    ],
    [
      'invite.yaml',
      'minTurnover: { BAHT: 200',
      'minTurnover: { BAHT: 0',
      'invite.yaml: minTurnover.BAHT: must be above 0',
    ],
    [
      'invite.yaml',
      'invite-banner.svg',
      'none.svg',
      'invite.yaml: banners[0].image: there is no file assets/none.svg',
    ],
    ['refund.yaml', 'percent: 5', 'percent: 0', 'refund.yaml: percent: must be above 0'],
    ['refund.yaml', 'period: day', '', 'refund.yaml: period: is missing'],
    [
      'refund.yaml',
      'loss on {days}',
      'loss from {from}',
      'refund.yaml: info.en: must contain {days}, or {from} and {to}',
    ],
    ['refund.yaml', "'{percent} of", "'Some of", 'refund.yaml: info.en: must contain {percent}'],
    [
      'refund.yaml',
      'refund-banner.svg',
      'none.svg',
      'refund.yaml: banners[0].image: there is no file assets/none.svg',
    ],
    ['banks.yaml', 'code: LDB', 'code: JDB', 'banks.yaml: banks[19].code: JDB is used twice'],
    [
      'banks.yaml',
      "bankOfThailandNo: '014'",
      'bankOfThailandNo: 014',
      'banks.yaml: banks[1].bankOfThailandNo: must be text; put it in quotes so that no leading zero is lost',
    ],
    [
      'banks.yaml',
      "bankOfThailandNo: '014'",
      "bankOfThailandNo: '004'",
      'banks.yaml: banks[1].bankOfThailandNo: 004 is used twice',
    ],
    [
      'banks.yaml',
      '- code: WW',
      '- code: XX',
      'banks.yaml: gateways[0].code: must be one of WW, PAYTIMZ, PAYONEX, FP',
    ],
    [
      'refund.yaml',
      'สูงสุด {upTo}',
      'สูงสุด {most}',
      'refund.yaml: banners[0].html.th: unknown placeholder {most}: there are percent, minLoss, upTo',
    ],
    ['banks.yaml', 'gateways:', 'gatways:', 'banks.yaml: gatways: unknown key'],
    ['sources.yaml', 'code: TIKTOK', 'code: FRIEND', 'sources.yaml: [2].code: FRIEND is used twice'],
    ['sources.yaml', ', en: TikTok', '', 'sources.yaml: [2].description.en: is missing'],
    [
      'deposit-accounts.yaml',
      'bankCode: SCB',
      'bankCode: SCBX',
      'deposit-accounts.yaml: banks[2].bankCode: SCBX is not a bank of banks.yaml',
    ],
    [
      'deposit-accounts.yaml',
      "'0001234561'",
      "'000123456'",
      'deposit-accounts.yaml: banks[0].bankAccountNo: must be 10 digits for KBANK',
    ],
    [
      'deposit-accounts.yaml',
      'qrMaximum: 500000',
      'adapter: abacus',
      'deposit-accounts.yaml: banks[0].adapter: must be one of house, payonex, scb, opn, stripe',
    ],
    [
      'deposit-accounts.yaml',
      "'0001234572'",
      "'0001234572'\n    adapter: payonex",
      'deposit-accounts.yaml: banks[1].adapter: only a QR account has one',
    ],
    [
      'deposit-accounts.yaml',
      "'0001234561'",
      "'0001234561'\n    senderIn: text",
      'deposit-accounts.yaml: banks[0].senderIn: a QR account has none',
    ],
    [
      'deposit-accounts.yaml',
      'currency: BAHT',
      'currency: LAK',
      'deposit-accounts.yaml: banks[0].currency: KBANK has no accounts in LAK',
    ],
    [
      'deposit-accounts.yaml',
      'mode: AUTO',
      'mode: SMS\n    mode: AUTO',
      'deposit-accounts.yaml: line 33: Map keys must be unique',
    ],
    [
      'deposit-accounts.yaml',
      'กระเป๋า ซองของขวัญ',
      'กระเป๋า โอนอัตโนมัติ',
      'deposit-accounts.yaml: wallets[1].walletAccountName: กระเป๋า โอนอัตโนมัติ is used twice',
    ],
    [
      'providers.yaml',
      'category: slot',
      'category: slots',
      'providers.yaml: [0].category: must be one of slot, sport, casino, lotto',
    ],
    [
      'providers.yaml',
      'code: PG',
      'code: WALLET',
      'providers.yaml: [0].code: WALLET is the name of the main wallet',
    ],
    ...[
      "'http://pg.example/'",
      "'javascript:alert(1)'",
      "'{sandbox}.evil.example/'",
      "'{sandbox}'",
      "'{sandbox}/ a'",
      "'{elsewhere}/site'",
    ].map((link): [string, string, string, string] => [
      'providers.yaml',
      "'{sandbox}/site/PG'",
      link,
      'providers.yaml: [0].web: must be an https address, one that begins with {sandbox}/, or empty',
    ]),
    [
      'providers.yaml',
      'adapter: pgsoft',
      'adapter: ../evil',
      'providers.yaml: [0].adapter: must be the name of an adapter, such as signed-json',
    ],
    [
      'providers.yaml',
      'pg-logo.svg',
      'pg-logo.png',
      'providers.yaml: [0].logo: there is no file assets/pg-logo.png',
    ],
    [
      'withdraw.yaml',
      'min: 100,',
      'min: 100001,',
      'withdraw.yaml: limits.BAHT.max: must not be less than min',
    ],
    [
      'withdraw.yaml',
      'min: 100,',
      'min: 100.5,',
      'withdraw.yaml: limits.BAHT.min: must be a whole amount, or text in quotes such as "100.50"',
    ],
    ['withdraw.yaml', 'min: 100, ', '', 'withdraw.yaml: limits.BAHT.min: is missing'],
    ['withdraw.yaml', 'approval: none', 'approval: manual', 'withdraw.yaml: approval: must be none'],
    [
      'slips.yaml',
      'windows: []',
      "windows: [{ from: '3:30', to: '03:40' }]",
      'slips.yaml: windows[0].from: must be a time such as 03:30',
    ],
    [
      'slips.yaml',
      'windows: []',
      "windows: [{ from: '03:30', to: '24:30' }]",
      'slips.yaml: windows[0].to: must be a time such as 03:40, or 24:00',
    ],
    [
      'slips.yaml',
      'windows: []',
      "windows: [{ from: '03:30', to: '03:30' }]",
      'slips.yaml: windows[0].to: must be later than from; write a window over midnight as two',
    ],
    ['slips.yaml', 'windows: []', 'windows: [', 'slips.yaml: line 7: '],
    [
      'protection.yaml',
      'country: TH',
      'country: th',
      'protection.yaml: helpLines[0].country: must be two capital letters, such as TH',
    ],
    [
      'protection.yaml',
      "    phone: '1323'\n",
      '',
      'protection.yaml: helpLines[0]: must have a phone or a link',
    ],
    [
      'protection.yaml',
      'link: https:',
      'link: http:',
      'protection.yaml: helpLines[1].link: must be an https address',
    ],
    [
      'demo-members.yaml',
      'krapao-demo',
      'short',
      'demo-members.yaml: [0].password: must have at least 6 characters',
    ],
    [
      'demo-members.yaml',
      "'0812345678'",
      '0812345678',
      'demo-members.yaml: [0].phone: must be text; put it in quotes so that no leading zero is lost',
    ],
    [
      'demo-members.yaml',
      'bankCode: KBANK\n  bankAccountName: SOMCHAI',
      'bankCode: KTB\n  bankAccountName: สมชาย',
      'demo-members.yaml: [0].bankAccountName: must be English letters and spaces for KTB',
    ],
    [
      'demo-members.yaml',
      'bankCode: KBANK',
      'bankCode: NONE',
      'demo-members.yaml: [0].bankCode: NONE is not a bank of banks.yaml',
    ],
  ])('%s: %j → %j', async (file, from, to, expected) => {
    await edit(file, from, to);
    const found = await problems();
    expect(
      found.some((problem) => problem.startsWith(expected)),
      found.join('\n'),
    ).toBe(true);
    for (const problem of found) {
      expect(problem.startsWith(file)).toBe(true);
      expect(problem).not.toContain('\n');
    }
  });

  it('names a missing file, once', async () => {
    await rm(join(folder, 'banks.yaml'));
    expect(await problems()).toEqual(['banks.yaml: the file is missing']);
  });

  it('names an empty file, once', async () => {
    await writeFile(join(folder, 'slips.yaml'), '# nothing\n');
    expect(await problems()).toEqual(['slips.yaml: the file is empty']);
  });

  it('names a file it does not know', async () => {
    await writeFile(join(folder, 'provider.yaml'), '[]');
    expect(await problems()).toEqual(['provider.yaml: is not a file of a content folder']);
  });

  it('wants every text in every language', async () => {
    await rm(join(folder, 'texts/la/conditions.html'));
    await writeFile(join(folder, 'texts/en/contact.html'), ' \n');
    await writeFile(join(folder, 'texts/th/agreements/4.html'), '<p>ข้อตกลงเพิ่มเติม</p>');
    expect(await problems()).toEqual([
      'texts/en/contact.html: the file is empty',
      'texts/la/conditions.html: the file is missing',
      'texts/la/agreements/4.html: the file is missing',
      'texts/en/agreements/4.html: the file is missing',
    ]);
  });

  it('names the faults of all files at once', async () => {
    await edit('operator.yaml', 'active: true', 'active: 1');
    await edit('slips.yaml', 'windows: []', 'windows: noon');
    await edit('demo-members.yaml', 'password: krapao-demo', 'password: short');
    expect(await problems()).toHaveLength(3);
  });

  it('refuses an account the app has no view for, unless all are manual', async () => {
    await edit(
      'deposit-accounts.yaml',
      'bankCode: KBANK\n    bankType: BANK\n    mode: SMS',
      ['bankCode: KTB', 'bankType: BANK', 'mode: SMS'].join('\n    '),
    );
    expect(await problems()).toEqual([
      'deposit-accounts.yaml: banks[0].bankCode: the app cannot show KTB unless isManual is true',
    ]);
    await edit('deposit-accounts.yaml', 'isManual: false', 'isManual: true');
    expect((await readContent(folder)).depositAccounts.banks[0]?.bankCode).toBe('KTB');
  });

  it('refuses two live QR accounts of one provider', async () => {
    await edit('deposit-accounts.yaml', 'mode: AUTO', 'mode: MANUAL');
    expect(await problems()).toEqual([
      'deposit-accounts.yaml: banks[1].bankCode: a second QR account of KBANK is enabled',
    ]);
  });

  it('refuses one number for two accounts that are paid into: nobody could tell what came to which', async () => {
    await edit('deposit-accounts.yaml', "'0001234572'", "'0001234561'");
    expect(await problems()).toEqual([
      'deposit-accounts.yaml: banks[1].bankAccountNo: 0001234561 is enabled twice',
    ]);
  });

  it('orders agreements by their number', async () => {
    for (const language of LANGUAGES) {
      await writeFile(join(folder, `texts/${language}/agreements/10.html`), `<p>${language} ten</p>`);
    }
    const { agreements } = await readContent(folder);
    expect(agreements.en).toHaveLength(4);
    expect(agreements.en.at(-1)).toBe('<p>en ten</p>');
  });

  it('needs no demo members', async () => {
    await rm(join(folder, 'demo-members.yaml'));
    expect(await readDemoMembers(folder)).toEqual([]);
  });

  it('says when there is no such folder', async () => {
    await expect(readContent(join(folder, 'none'))).rejects.toThrow('there is no such folder');
  });
});
