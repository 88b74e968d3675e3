import { describe, expect, it } from 'vitest';
import { listOf, nested } from './nested-form.ts';

describe('a form with brackets', () => {
  it('is an object', () => {
    expect(
      nested({ amount: '1', 'source[type]': 'promptpay', 'source[bank][code]': 'scb', 'meta[a b]': 'x' }),
    ).toEqual({ amount: '1', source: { type: 'promptpay', bank: { code: 'scb' } }, meta: { 'a b': 'x' } });
  });

  it.each([
    [{ 'types[]': 'a' }, ['a']],
    [{ 'types[]': ['a', 'b'] }, ['a', 'b']],
    [{ 'types[0]': 'a', 'types[1]': 'b' }, ['a', 'b']],
    [{ types: 'a' }, 'a'],
    [{}, undefined],
  ])('has a list: %j', (form, list) => {
    expect(listOf(nested(form)['types'])).toEqual(list);
  });

  it('leaves other names and what JSON has', () => {
    const fields = { 'a[': '1', '[b]': '2', list: [{ c: 1 }] };
    expect(nested(fields)).toEqual(fields);
  });

  it('reaches no prototype', () => {
    const read = nested({ '__proto__[polluted]': 'x', 'constructor[prototype][polluted]': 'x' });
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
