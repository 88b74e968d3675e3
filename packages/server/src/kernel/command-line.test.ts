import { describe, expect, it } from 'vitest';
import { asksForHelp, helpOf, readCommandLine, usageOf, UsageError } from './command-line.ts';

const COMMAND = {
  command: 'npm run tool -- count',
  about: 'Counts members.',
  words: '[of PHONE --by NAME]',
  options: {
    by: { type: 'string', default: '', value: 'NAME', about: 'who asks' },
    daily: { type: 'boolean', default: false, about: 'since yesterday' },
  },
} as const;
const BARE = { command: 'npm run tool -- rest', about: 'Rests.', options: {} } as const;

describe('a command line', () => {
  it('is read into words and options', () => {
    const { values, positionals } = readCommandLine(COMMAND, ['of', '0812345678', '--by', 'anna']);
    expect(positionals).toEqual(['of', '0812345678']);
    expect({ ...values }).toEqual({ by: 'anna', daily: false });
  });

  it.each([
    [COMMAND, ['--dayly'], "Unknown option '--dayly'; npm run tool -- count [of PHONE --by NAME] [options]"],
    [COMMAND, ['--by'], "Option '--by <value>' argument missing; npm run"],
    [COMMAND, ['--by', '--daily'], "Option '--by' argument is ambiguous; npm run"],
    [COMMAND, ['--daily=no'], "Option '--daily' does not take an argument; npm run"],
    [BARE, ['now'], "Unexpected argument 'now'"],
  ])('that is wrong is explained in one line: %#', (command, args, line) => {
    let error: unknown;
    try {
      readCommandLine(command, args);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(line);
    expect((error as Error).message).not.toContain('\n');
  });
});

describe('help', () => {
  it('is asked for by --help or -h, among other words too', () => {
    expect([['--help'], ['of', '-h'], ['help']].map(asksForHelp)).toEqual([true, true, false]);
  });

  it('has the usage, the purpose and a line for each option', () => {
    expect(helpOf(COMMAND).split('\n')).toEqual([
      'npm run tool -- count [of PHONE --by NAME] [options]',
      'Counts members.',
      '  --by NAME  who asks',
      '  --daily    since yesterday',
    ]);
    expect(helpOf(BARE)).toBe('npm run tool -- rest\nRests.');
    expect(usageOf({ ...COMMAND, options: { by: COMMAND.options.by } })).toBe(
      'npm run tool -- count [of PHONE --by NAME]',
    );
  });
});
