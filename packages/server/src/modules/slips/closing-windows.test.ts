import { describe, expect, it } from 'vitest';
import { isClosed } from './closing-windows.ts';

const bangkok = (time: string): Date => new Date(`2026-11-20T${time}+07:00`);

describe('isClosed', () => {
  const windows = [
    { from: '03:30', to: '03:40' },
    { from: '23:00', to: '24:00' },
    { from: '00:00', to: '00:15' },
  ];

  it.each([
    ['03:29:59.999', false],
    ['03:30:00', true],
    ['03:39:59.999', true],
    ['03:40:00', false],
    ['22:59:59', false],
    ['23:59:59.999', true],
    ['00:00:00', true],
    ['00:15:00', false],
    ['12:00:00', false],
  ])('at %s in Bangkok: %s', (time, closed) => {
    expect(isClosed(windows, bangkok(time))).toBe(closed);
  });

  it('is never closed without windows', () => {
    expect(isClosed([], bangkok('03:35:00'))).toBe(false);
  });
});
