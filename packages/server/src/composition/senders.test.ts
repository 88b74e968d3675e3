import { describe, expect, it } from 'vitest';
import { readContent } from '../content/read.ts';
import { readSettings } from '../kernel/settings.ts';
import { DEMO_CONTENT } from '../testing/test-server.ts';
import { findPartFaults } from './part-faults.ts';
import { maySend } from './senders.ts';

const content = await readContent(DEMO_CONTENT);
const settingsOf = (environment: Record<string, string>) => readSettings(environment);

describe('the addresses of a counterparty', () => {
  it('are any without a list', () => {
    expect(maySend(settingsOf({}), content, 'desk', '192.0.2.1')).toBe(true);
    expect(maySend(settingsOf({ DESK_SENDERS: ' ' }), content, 'desk', '192.0.2.1')).toBe(true);
  });

  it('are those of its own list, and of the service that a setting names', () => {
    const house = settingsOf({ GATEWAY_PAYONEX_SENDERS: '192.0.2.1', BANK_SENDERS: '192.0.2.2' });
    expect(maySend(house, content, 'gateway:PAYONEX', '192.0.2.1')).toBe(true);
    expect(maySend(house, content, 'gateway:PAYONEX', '192.0.2.2')).toBe(false);
    expect(maySend(house, content, 'bank', '192.0.2.2')).toBe(true);
    expect(maySend(house, content, 'gateway:KBANK', '192.0.2.3')).toBe(true);
    const named = settingsOf({
      PAYONEX_SERVICE: 'payonex',
      PAYONEX_SENDERS: '192.0.2.4',
      GATEWAY_PAYONEX_SENDERS: '192.0.2.1',
    });
    expect(maySend(named, content, 'gateway:PAYONEX', '192.0.2.4')).toBe(true);
    expect(maySend(named, content, 'gateway:PAYONEX', '192.0.2.1')).toBe(false);
  });

  it.each(['off', '2', '192.0.2.0/33', '192.0.2.1;192.0.2.2', 'line.me', '192.0.2.1,'])(
    'are no list: %s',
    async (text) => {
      const settings = settingsOf({ DESK_SENDERS: text });
      const fault = 'DESK_SENDERS: must be addresses and ranges, with commas between';
      expect(await findPartFaults(settings, content)).toEqual([{ part: 'desk', missing: [], fault }]);
      // Nobody is let in by a list that cannot be read.
      expect(maySend(settings, content, 'desk', '192.0.2.1')).toBe(false);
    },
  );
});
