import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvName, isoDay, readQuery, STATUSES, TYPES, writeQuery } from './filter-query.ts';

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const queries = fc.record({
  filter: fc.record(
    {
      statementType: fc.constantFrom(...TYPES),
      status: fc.constantFrom(...STATUSES),
      since: days,
      until: days,
      search: fc
        .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
        .filter((text) => text.trim() === text),
    },
    { requiredKeys: [] },
  ),
  page: fc.integer({ min: 1, max: 1_000_000 }),
});

describe('a statement’s address', () => {
  it('brings back what was looked at', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const { filter } = query;
        const kept = { ...filter, ...(filter.search && { search: filter.search.slice(0, 64) }) };
        expect(readQuery(writeQuery(query))).toEqual({ ...query, filter: kept });
      }),
    );
    expect(writeQuery({ filter: {}, page: 1 })).toBe('');
  });

  it.each([
    ['?type=coin&status=done&since=2026-02-30&until=x&page=0&q=%20', {}],
    ['?page=1e9&type=deposit&type=withdraw', { statementType: 'deposit' }],
  ])('passes over what it cannot mean: %s', (search, filter) => {
    expect(readQuery(search)).toEqual({ filter, page: 1 });
  });
});

describe('days', () => {
  it('are Bangkok’s', () => {
    expect(isoDay(Date.parse('2026-11-20T16:59:59Z'))).toBe('2026-11-20');
    expect(isoDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21');
    expect(isoDay(Date.parse('2026-03-01T00:00:00Z'), 1)).toBe('2026-02-28');
  });

  it('name a table', () => {
    const now = Date.parse('2026-11-20T10:00:00Z');
    expect(csvName({}, now)).toBe('statement_2026-11-20.csv');
    expect(csvName({ since: '2026-11-01' }, now)).toBe('statement_2026-11-01_2026-11-20.csv');
    expect(csvName({ since: '2026-11-01', until: '2026-11-05' }, now)).toBe(
      'statement_2026-11-01_2026-11-05.csv',
    );
  });
});
