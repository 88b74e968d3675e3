import { describe, expect, it } from 'vitest';
import { spinwheelSchema } from './spinwheel-schema.ts';

const words = (text: string) => ({ th: text, la: text, en: text });
const slice = (changes: object = {}) => ({
  code: 'A',
  label: words('{amount}'),
  bgColor: '#35358f',
  textColor: '#FFFFFF',
  html: words('<p>{amount}</p>'),
  weight: 1,
  prize: { kind: 'money', amount: { BAHT: 20, LAK: '12000.50' } },
  ...changes,
});
const nothing = { code: 'B', label: words('-'), html: words(''), prize: { kind: 'none' } };
const wheel = (changes: object = {}) => ({
  active: true,
  name: words('Wheel'),
  coins: { from: '2026-01-01', deposit: { BAHT: 500, LAK: 300_000 }, mostPerDay: 5 },
  couponDays: 7,
  slices: [slice(), slice(nothing)],
  ...changes,
});

const faults = (content: object): string[] => {
  const result = spinwheelSchema.safeParse(content);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the content of the wheel', () => {
  it('is taken as it is', () => {
    expect(spinwheelSchema.parse(wheel()).slices[0]?.prize).toEqual({
      kind: 'money',
      amount: { BAHT: '20.00', LAK: '12000.50' },
    });
  });

  it.each([
    [
      'no slice with a weight',
      { slices: [slice({ weight: 0 }), slice({ ...nothing, weight: 0 })] },
      /^slices: one of/,
    ],
    ['one slice', { slices: [slice()] }, /^slices: /],
    [
      'an amount where no money is given',
      { slices: [slice(), slice({ prize: nothing.prize })] },
      /^slices\.1\.label/,
    ],
    [
      'a prize of nothing',
      { slices: [slice({ prize: { kind: 'money', amount: { BAHT: 0, LAK: 1 } } }), slice()] },
      /above 0/,
    ],
    ['a coin for nothing', { coins: { ...wheel().coins, deposit: { BAHT: 0, LAK: 1 } } }, /above 0/],
    [
      'nothing that earns coins',
      { coins: { from: '2026-01-01', mostPerDay: 5 } },
      /^coins: either deposit or stake/,
    ],
    [
      'two things that earn coins',
      { coins: { ...wheel().coins, stake: { BAHT: 1, LAK: 1 } } },
      /^coins: either deposit or stake/,
    ],
    ['a day that is none', { coins: { ...wheel().coins, from: 'today' } }, /^coins\.from: must be a date/],
    [
      'a colour by name',
      { slices: [slice({ bgColor: 'red' }), slice(nothing)] },
      /bgColor: must be a colour/,
    ],
    ['half a weight', { slices: [slice({ weight: 0.5 }), slice(nothing)] }, /weight/],
  ])('is refused with %s', (_name, changes, fault) => {
    const found = faults(wheel(changes));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(fault);
  });
});
