/** Rewrites a statement in MT940 as another bank would write it. */
type Rewrite = (statement: string) => string;

const HEADERS = '0000 01TESTTHBKAXXX00001\n0000 01TESTTHBKAXXX00001\n940 00\n';
const DAY_AND_MARK = /^(:61:\d{6}(?:\d{4})?)(R?[CD])/gm;

/**
 * How banks write MT940 otherwise than its standard or than one expects, as users of readers of it have reported. Each is a
 * statement that tells the same.
 */
export const STATEMENT_SHAPES = {
  'the account in 25P, with the bank on a line of its own': (text) =>
    text.replace(/^:25:(.*)$/gm, ':25P:$1\nTESTTHBK'),
  'the bank before the account and the currency behind it': (text) =>
    text.replace(/^:25:(.*)$/gm, ':25:TESTTHBK/$1/THB'),
  'slashes before the bank and a currency joined to the account': (text) =>
    text.replace(/^:25:(.*)$/gm, ':25://TH004/$1THB  '),
  'no entry date': (text) => text.replace(/^(:61:\d{6})\d{4}/gm, '$1'),
  'a blank entry date': (text) => text.replace(/^(:61:\d{6})(\d{4})?(R?[CD])/gm, '$1    $3'),
  'a line with the number of the message': (text) => `:940:\n${text}`,
  'the names of the bank before each statement': (text) =>
    text.replace(/^:20:/gm, 'TESTTHBK\n940\nTESTTHBK\n:20:'),
  'headers of a bank and an end of its own': (text) => `${HEADERS}${text}-XXX\n`,
  'control bytes around the message': (text) => `\u0001${text}-\n\u0003\u001a`,
  'a mark of the encoding': (text) => `\ufeff${text}`,
  'the blocks of a message, each on a line': (text) =>
    `{1:F01TESTTHBKAXXX0000000000}\n{2:I940TESTTHBKXXXXN}\n{4:\n${text}-}{5:{CHK:0123456789AB}}\n`,
  'the blocks of a message before the first field': (text) =>
    `{1:F01TESTTHBKAXXX0000000000}{2:I940TESTTHBKXXXXN}{4:${text}-}\n`,
  'a line break before the amount': (text) => text.replace(DAY_AND_MARK, '$1$2\n'),
  'a blank before the amount': (text) => text.replace(DAY_AND_MARK, '$1$2 '),
  'amounts of entries without their comma': (text) => text.replace(/(\d),00(?=N)/g, '$1'),
  'amounts with many zeros': (text) =>
    text.replace(
      /((?:R?[CD]|THB))(\d+),/g,
      (_all, before: string, baht: string) => `${before}${baht.padStart(15, '0')},`,
    ),
  'the third letter of the currency behind the mark': (text) => text.replace(DAY_AND_MARK, '$1$2B'),
  'types of one letter and three digits': (text) => text.replaceAll('NTRF', 'N500'),
  'types of two letters and a blank': (text) => text.replaceAll('NTRF', 'NT  '),
  'a line below each entry': (text) => text.replace(/^(:61:.*)$/gm, '$1\n/OCMT/THB1,00//IACC/D3/'),
  'subfields that begin with another sign': (text) =>
    text.replace(/^:86:.*$/gm, (about) => about.replaceAll('?', '>')),
  'texts that break after every ten letters': (text) =>
    text.replace(/^:86:(.*)$/gm, (_line, about: string) => `:86:${about.replace(/.{10}/g, '$&\n')}`),
  'texts whose lines begin with a time, a hyphen or a bracket': (text) =>
    text.replace(/^(:86:.*?)((?:\?30.*)?)$/gm, '$1?20PAID 2026-05-01T16\n:20:37 NO\n-7\n{A}$2'),
  'fields of Sparkassen': (text) =>
    text
      .replace(/^(:28C:.*)$/gm, '$1\n:NS:22TEST SHOP\n23CURRENT ACCOUNT\n301234')
      .replace(/^(:61:.*)$/gm, '$1\n:NS:01RENT OF MAY\n191000'),
  'balances and words behind the closing balance': (text) =>
    text.replace(/^(:62F:(.*))$/gm, '$1\n:64:$2\n:65:$2\n:86:D000000C000001\n-THANK YOU\n:13:OF 2\n'),
  'a related reference and other fields': (text) =>
    text
      .replace(/^(:28C:.*)$/gm, ':21:NONREF\n$1\n:13D:2605011200+0700')
      .replace(/^:62F:/gm, ':90C:1THB1,00\n:62F:'),
  'the number of the statement behind its opening balance': (text) =>
    text.replace(/^(:28C:.*)\n(:60F:.*)$/gm, '$2\n$1'),
  'blank lines and blanks at the ends': (text) => `\n${text.replaceAll('\n', '  \n\n')}`,
  'line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
} satisfies Readonly<Record<string, Rewrite>>;

export type StatementShape = keyof typeof STATEMENT_SHAPES;
