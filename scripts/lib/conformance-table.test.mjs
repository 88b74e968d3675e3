import { describe, expect, it } from 'vitest';
import { conformanceTable } from './conformance-table.mjs';

const result = (
  /** @type {string} */ top,
  /** @type {string} */ group,
  /** @type {string} */ title,
  status = 'passed',
) => ({
  status,
  title,
  ancestorTitles: [top, group],
  failureMessages: status === 'failed' ? ['expected 1 to be 2\n    at x'] : [],
});
const reportOf = (/** @type {ReturnType<typeof result>[]} */ ...assertionResults) => ({
  testResults: [{ assertionResults }],
});

describe('the table of the conformance suite', () => {
  it('has a row a case and a column a provider, by adapter', () => {
    const { lines, failed } = conformanceTable(
      reportOf(
        result('game provider: PG (signed-json)', 'money', 'moves'),
        result('game provider: PG (signed-json)', 'money', 'refuses'),
        result('game provider: IMI (balance-only)', 'money', 'moves'),
      ),
    );
    expect(failed).toBe(0);
    expect(lines).toEqual([
      'A  IMI         balance-only',
      'B  PG          signed-json',
      '',
      'money      A B',
      '  moves    ✓ ✓',
      '  refuses  · ✓',
      '',
      'conformance: 2 providers, 3 passed, 0 failed',
    ]);
  });

  it('says what failed', () => {
    const { lines, failed } = conformanceTable(
      reportOf(result('game provider: PG (signed-json)', 'money', 'moves', 'failed')),
    );
    expect(failed).toBe(1);
    expect(lines.slice(-4)).toEqual([
      '  moves  ✗',
      '',
      '✗ PG: money: moves\n    expected 1 to be 2',
      'conformance: 1 providers, 0 passed, 1 failed',
    ]);
  });

  it('takes no other tests in, and an empty report for a failure', () => {
    const { lines, failed } = conformanceTable(reportOf(result('the wallet', 'money', 'moves')));
    expect(failed).toBe(1);
    expect(lines.at(-1)).toBe('conformance: 0 providers, 0 passed, 0 failed');
  });
});
