import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';
import { TokenMint } from './token-mint.ts';

describe('tokens that tell who issued them', () => {
  const mint = new TokenMint(createSecrets('thirty-two characters of a secret key'));
  const other = new TokenMint(createSecrets('thirty-two characters of another key!'));

  it('are known to the installation that issued them, and to no other', () => {
    const token = mint.issue();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(mint.isIssued(token)).toBe(true);
    expect(other.isIssued(token)).toBe(false);
    expect(mint.issue()).not.toBe(token);
  });

  it('cannot be made up or changed', () => {
    const bytes = Buffer.from(mint.issue(), 'base64url');
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(mint.isIssued(changed.toString('base64url'))).toBe(false);
    }
    for (const token of [
      '',
      'x',
      randomBytes(32).toString('base64url'),
      randomBytes(64).toString('base64url'),
    ])
      expect(mint.isIssued(token)).toBe(false);
  });
});
