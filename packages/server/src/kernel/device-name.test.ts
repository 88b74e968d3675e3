import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari · Apple iPhone',
    ],
    ['', ''],
  ])('of %s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('has no words that a client made up', () => {
    expect(deviceName('Bank alert: call 02-111-2222/1 ')).toBe('');
    expect(deviceName('Call 02-111-2222/1 (Linux; Android 14)')).toBe('Android Browser · Android');
  });
});
