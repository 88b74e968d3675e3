import { describe, expect, it } from 'vitest';
import { differencesOf, leavesOf } from './differences.ts';

describe('differences', () => {
  it('are the fields that changed, came or went', () => {
    const before = { frozen: false, limits: { daily: 100 }, roles: ['risk'], gone: 1 };
    const after = { frozen: true, limits: { daily: 100 }, roles: ['risk', 'owner'], added: 'x' };
    expect(differencesOf(before, after)).toEqual([
      { path: 'frozen', before: 'false', after: 'true' },
      { path: 'roles', before: 'risk', after: 'risk, owner' },
      { path: 'added', before: undefined, after: 'x' },
      { path: 'gone', before: '1', after: undefined },
    ]);
  });

  it.each([[undefined], [null], ['same']])('of %s with itself are none', (value) => {
    expect(differencesOf(value, value)).toEqual([]);
  });

  it('reach into lists of objects', () => {
    expect([...leavesOf({ hits: [{ rule: 'amount' }] })]).toEqual([['hits.0.rule', 'amount']]);
  });
});
