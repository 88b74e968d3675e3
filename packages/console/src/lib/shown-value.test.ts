import { describe, expect, it } from 'vitest';
import { shownValue } from './shown-value.ts';

describe('a value', () => {
  it.each([
    ['amount', '1500.00', '1,500.00'],
    ['change.amount', '12.5', '12.50'],
    ['direction', 'debit', 'Take from the wallet'],
    ['phone', '0812345678', '0812345678'],
    ['amount', 'unknown', 'unknown'],
    ['until', '2026-11-28T07:00:00.000Z', '28/11/2026 14:00:00'],
    ['until', '2026-13-01T00:00:00Z', '2026-13-01T00:00:00Z'],
    ['text', '2026-11-28T07:00:00.000Z', '2026-11-28T07:00:00.000Z'],
    ['limit', 'loss_week', 'Losses per week'],
    ['months', 'forever', 'For good'],
    ['permissions', 'audit.read, payouts.read', 'Read the record of acts, Read payouts'],
    ['roles', 'owner, Night shift', 'Owner, Night shift'],
  ])('%s: %s is shown as %s', (path, value, text) => {
    expect(shownValue(path, value)).toBe(text);
  });
});
