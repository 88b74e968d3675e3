import { describe, expect, it } from 'vitest';
import { closedUntil, windowsText } from './closing-windows.ts';

/** Returns a moment of the day in Bangkok. */
const at = (time: string) => Date.parse(`2026-11-20T${time}+07:00`);
const NIGHT = [{ from: '03:30', to: '03:40' }];
const OVER_MIDNIGHT = [
  { from: '00:00', to: '01:15' },
  { from: '22:50', to: '24:00' },
];

describe('closedUntil', () => {
  it.each([
    ['03:29:59', null],
    ['03:30:00', '03:40'],
    ['03:39:59', '03:40'],
    ['03:40:00', null],
  ])('at %s says %s', (time, expected) => {
    expect(closedUntil(NIGHT, at(time))).toBe(expected);
  });

  it('takes windows that touch for one, over midnight too', () => {
    expect(closedUntil(OVER_MIDNIGHT, at('23:10:00'))).toBe('01:15');
    expect(closedUntil(OVER_MIDNIGHT, at('00:10:00'))).toBe('01:15');
    expect(closedUntil(OVER_MIDNIGHT, at('22:49:59'))).toBeNull();
    expect(closedUntil([{ from: '22:50', to: '24:00' }], at('23:10:00'))).toBe('00:00');
  });

  it('ends even where the whole day is closed', () => {
    expect(closedUntil([{ from: '00:00', to: '24:00' }], at('12:00:00'))).toBe('00:00');
  });

  it('is open where nothing is known', () => {
    expect(closedUntil([], at('03:35:00'))).toBeNull();
  });
});

it('writes the windows one after the other', () => {
  expect(windowsText(OVER_MIDNIGHT)).toBe('00:00–01:15, 22:50–24:00');
  expect(windowsText([])).toBe('');
});
