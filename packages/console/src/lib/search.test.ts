import { describe, expect, it } from 'vitest';
import { oneOf, readSearch, textOf, writeSearch } from './search.ts';

describe('the filters of an address', () => {
  it('are read back as they were written, numbers as text', () => {
    const search = { q: '0812345678', state: 'held', empty: '', none: undefined };
    expect(writeSearch(search)).toBe('?q=0812345678&state=held');
    expect(readSearch(writeSearch(search))).toEqual({ q: '0812345678', state: 'held' });
  });

  it('are no part of the address when there are none', () => {
    expect(writeSearch({ state: undefined })).toBe('');
  });

  it('count only when they are known', () => {
    expect(oneOf(['held', 'decided'], 'held')).toBe('held');
    expect(oneOf(['held', 'decided'], 'x')).toBeUndefined();
    expect(textOf('')).toBeUndefined();
  });
});
