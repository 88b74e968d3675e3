import { describe, expect, it } from 'vitest';
import { createSecrets } from '../kernel/secrets.ts';
import { TestClock } from '../testing/test-clock.ts';
import { DeviceMarks } from './device-marks.ts';

const DAY_MS = 86_400_000;

describe('marks of browsers', () => {
  const clock = new TestClock();
  const secrets = createSecrets('thirty-two characters of a secret key');
  const marks = new DeviceMarks({ secrets, clock });
  const browser = { address: '203.0.113.1', device: 'c0ffee00-0000-4000-8000-000000000000' };
  const issue = (phone: string): string => marks.issue(browser, phone) ?? '';

  it('name the member who logged in, in that browser only, and no phone', () => {
    const mark = issue('0812345678');
    const member = marks.memberOf({ ...browser, mark });
    expect(member).toBeDefined();
    expect(member).toBe(marks.memberOf({ ...browser, mark: issue('0812345678') }));
    expect(member).not.toBe(marks.memberOf({ ...browser, mark: issue('0899999999') }));
    expect(Buffer.from(mark, 'base64url').toString('latin1')).not.toContain('0812345678');
    expect(marks.memberOf({ device: 'another-browser-of-somebody', mark })).toBeUndefined();
    expect(marks.memberOf({ device: undefined, mark })).toBeUndefined();
  });

  it('cannot be made up or changed', () => {
    const bytes = Buffer.from(issue('0812345678'), 'base64url');
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(marks.memberOf({ ...browser, mark: changed.toString('base64url') })).toBeUndefined();
    }
    expect(marks.memberOf({ ...browser, mark: 'A'.repeat(32) })).toBeUndefined();
  });

  it('end after half a year', () => {
    const mark = issue('0812345678');
    clock.forward(180 * DAY_MS);
    expect(marks.memberOf({ ...browser, mark })).toBeDefined();
    clock.forward(DAY_MS);
    expect(marks.memberOf({ ...browser, mark })).toBeUndefined();
  });

  it('are for browsers that give an id', () => {
    expect(marks.issue({ address: '203.0.113.1', device: undefined }, '0812345678')).toBeUndefined();
  });
});
