import { describe, expect, it } from 'vitest';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { PortWorld } from './port-world.ts';

const PATH = '/api/callback/somewhere?of=ours';
const MINUTE_MS = 60_000;

export interface CallbackCase {
  world: () => PortWorld;
  read: (callback: IncomingCallback) => unknown;
  /** A body from the counterparty, and the adapter's reading of it. */
  authentic: { body: object; reading: object };
  /** Changes that make the body meaningless. */
  wrong: readonly (readonly [name: string, changes: object])[];
}

/** Requirements on every adapter that reads its counterparty's callbacks. */
export function describeCallbacks({ world, read, authentic, wrong }: CallbackCase): void {
  const signed = (body: unknown, atMs?: number, secret?: string): IncomingCallback => {
    const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = world().outside.signCallback(PATH, rawBody, atMs, secret);
    return { path: PATH, headers, rawBody };
  };

  describe('callbacks', () => {
    it('reads an authentic one, the counterparty’s clock being a little off or not', () => {
      expect(read(signed(authentic.body))).toEqual(authentic.reading);
      expect(read(signed(authentic.body, Date.now() - 4 * MINUTE_MS))).toEqual(authentic.reading);
      expect(read(signed(authentic.body, Date.now() + 4 * MINUTE_MS))).toEqual(authentic.reading);
    });

    it('reads none that was signed with another secret', () => {
      expect(read(signed(authentic.body, Date.now(), 'another secret'))).toBeNull();
    });

    it('reads none that is too old or from the future', () => {
      expect(read(signed(authentic.body, Date.now() - 6 * MINUTE_MS))).toBeNull();
      expect(read(signed(authentic.body, Date.now() + 6 * MINUTE_MS))).toBeNull();
      expect(read(signed(authentic.body, Number.NaN))).toBeNull();
      expect(read(signed(authentic.body, Number.POSITIVE_INFINITY))).toBeNull();
    });

    it('reads none that was changed on the way', () => {
      const callback = signed(authentic.body);
      expect(read({ ...callback, rawBody: `${callback.rawBody} ` })).toBeNull();
      expect(read({ ...callback, rawBody: '' })).toBeNull();
      expect(read({ ...callback, path: '/api/callback/elsewhere' })).toBeNull();
      const later = { 'x-timestamp': String(Date.now() + 1) };
      expect(read({ ...callback, headers: { ...callback.headers, ...later } })).toBeNull();
    });

    it.each([
      ['no signature', { 'x-signature': undefined }],
      ['an empty signature', { 'x-signature': '' }],
      ['a signature that is no hex', { 'x-signature': 'zz'.repeat(32) }],
      ['half a signature', { 'x-signature': 'ab'.repeat(16) }],
      ['many signatures', { 'x-signature': ['ab', 'cd'] }],
      ['no time', { 'x-timestamp': undefined }],
      ['many times', { 'x-timestamp': ['1', '2'] }],
    ])('reads none with %s', (_name, headers) => {
      const callback = signed(authentic.body);
      expect(read({ ...callback, headers: { ...callback.headers, ...headers } })).toBeNull();
    });

    it.each(wrong)('puts an authentic one aside with %s', (_name, changes) => {
      const callback = signed({ ...authentic.body, ...changes });
      expect(read(callback)).toEqual({ reason: expect.any(String), text: callback.rawBody });
    });

    it.each(['', 'null', '[]', '1', '"text"', '{', '{"a":1}'])(
      'puts an authentic one aside that is %s',
      (body) => {
        expect(read(signed(body))).toEqual({ reason: expect.any(String), text: body });
      },
    );
  });
}
