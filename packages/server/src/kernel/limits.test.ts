import { describe, expect, it } from 'vitest';
import { LIMIT_NAMES } from './limits.ts';
import { readSettings } from './settings.ts';

const limitsOf = (environment: Record<string, string>) => readSettings(environment).limits;

describe('limits', () => {
  const strict = limitsOf({ LIMITS: 'strict' });
  const wide = limitsOf({ LIMITS: 'wide' });

  it('are wide for a demonstration and strict for the real outside, unless a setting says otherwise', () => {
    expect(limitsOf({})).toEqual(wide);
    expect(limitsOf({ SANDBOX: '0' })).toEqual(strict);
    expect(limitsOf({ SANDBOX: '0', LIMITS: 'wide' })).toEqual(wide);
  });

  it.each(LIMIT_NAMES)('have a setting each: %s', (name) => {
    expect(wide[name].points).toBeGreaterThan(strict[name].points);
    const set = limitsOf({ LIMITS: 'strict', [`LIMITS_${name}`]: '3' });
    expect(set).toEqual({ ...strict, [name]: { ...strict[name], points: 3 } });
    for (const wrong of ['0', '-1', '1.5', 'many']) {
      expect(() => limitsOf({ [`LIMITS_${name}`]: wrong })).toThrow(`LIMITS_${name}: `);
    }
  });

  it('let hundreds register from one address in a demonstration', () => {
    const { REGISTRATIONS_PER_ADDRESS, OTPS_PER_ADDRESS, CALLS_PER_ADDRESS } = wide;
    for (const { points, seconds } of [REGISTRATIONS_PER_ADDRESS, OTPS_PER_ADDRESS, CALLS_PER_ADDRESS]) {
      expect(points / (seconds / 60)).toBeGreaterThan(10_000);
    }
  });
});
