import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';
import { clientAddress, trustProxyOf } from './trust-proxy.ts';

/** Returns the client address of a request from `peer` with the given forwarding header. */
const from = (setting: string, peer: string, forwardedFor?: string) =>
  clientAddress(peer, forwardedFor, trustProxyOf(setting));

describe('where a request is from', () => {
  it.each([
    ['loopback', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['loopback', '::1', '203.0.113.9', '203.0.113.9'],
    ['loopback', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['loopback', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    // The client's own entry comes before the one that our proxy added.
    ['loopback', '127.0.0.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['10.1.0.0/16', '10.1.255.1', '203.0.113.9', '203.0.113.9'],
    ['10.1.0.0/16', '10.2.0.1', '203.0.113.9', '10.2.0.1'],
    ['10.1.0.0/16, loopback', '127.0.0.1', '203.0.113.9, 10.1.0.3', '203.0.113.9'],
    ['2001:db8::/32', '2001:db8::1', '2001:4860::8', '2001:4860::8'],
    ['uniquelocal', '172.20.0.2', '203.0.113.9', '203.0.113.9'],
    ['1', '198.51.100.7', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['2', '198.51.100.7', '1.2.3.4, 203.0.113.9', '1.2.3.4'],
    // Some balancers add the port, which differs per connection.
    ['loopback', '127.0.0.1', '1.2.3.4, 203.0.113.9:51234', '203.0.113.9'],
    ['loopback', '127.0.0.1', '[2001:4860::8]:51234', '2001:4860::8'],
    ['10.1.0.0/16, loopback', '127.0.0.1', '203.0.113.9, 10.1.0.3:80', '203.0.113.9'],
    ['off', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['loopback', '127.0.0.1', 'nonsense', 'nonsense'],
  ])('TRUST_PROXY=%s: %s saying %s is %s', (setting, peer, forwardedFor, expected) => {
    expect(from(setting, peer, forwardedFor)).toBe(expected);
  });

  it('is the proxy itself when all are trusted or nothing is said', () => {
    expect(from('loopback', '127.0.0.1')).toBe('127.0.0.1');
    expect(from('10.0.0.0/8', '10.0.0.1', '10.0.0.2')).toBe('10.0.0.2');
  });

  it.each([
    '0',
    '11',
    'everyone',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'loopback,',
    'on',
    '::1/129',
  ])('is not told by a setting that is wrong: %s', (TRUST_PROXY) => {
    expect(() => readSettings({ TRUST_PROXY })).toThrow(
      'TRUST_PROXY: must be off, 1 to 10 hops, or addresses and ranges with commas between',
    );
  });
});
