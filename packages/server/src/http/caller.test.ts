import { describe, expect, it } from 'vitest';
import { addressKey, callerOf, networkKey } from './caller.ts';

describe('who calls', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['1:2:3::203.0.113.9', '1:2:3:0::/64'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8:1:2::3]:51234', '2001:db8:1:2::/64'],
    ['nonsense', 'nonsense'],
  ])('is counted by address, an IPv6 one by its network: %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    ['203.0.113.9', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['nonsense', undefined],
  ])('is in a network of a carrier’s customer: %s', (address, key) => {
    expect(networkKey(address)).toBe(key);
  });

  it.each([
    ['c0ffee00-0000-4000-8000-000000000000', true],
    ['short', false],
    ['x'.repeat(65), false],
    ['with spaces in it, and more of them', false],
  ])('is known by a random id only: %s', (id, isOne) => {
    const { device } = callerOf({ ip: '::1', headers: { 'x-device-id': id } });
    expect(device).toBe(isOne ? id : undefined);
  });
});
