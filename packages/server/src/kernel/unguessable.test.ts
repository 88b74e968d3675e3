import { describe, expect, it } from 'vitest';
import { newGamePassword, newMemberId, newOtpRef, newPlayerSuffix } from './ids.ts';
import { newOtpCode, newToken } from './secrets.ts';

const SAMPLE = 4_000;

/** Measures the entropy of a generator's values: the sum over all places of the different characters seen. */
function bitsOf(generate: () => string): { bits: number; repeated: number } {
  const seen = new Set<string>();
  const places: Set<string>[] = [];
  for (let n = 0; n < SAMPLE; n += 1) {
    const text = generate();
    seen.add(text);
    for (const [index, character] of Array.from(text).entries()) (places[index] ??= new Set()).add(character);
  }
  const bits = places.reduce((sum, characters) => sum + Math.log2(characters.size), 0);
  return { bits, repeated: SAMPLE - seen.size };
}

describe('what we make up', () => {
  it.each<[string, () => string, number]>([
    // A holder is logged in, can view a page, or may enter a code.
    ['bearer, launch and OTP tokens', newToken, 255],
    // Part of an invite link; it identifies a member and grants nothing.
    ['member ids', newMemberId, 57],
    ['passwords of game accounts', newGamePassword, 65],
    // Identifies players; the password beside it is the secret.
    ['user names of game accounts', newPlayerSuffix, 38],
  ])('has the bits that are stated: %s', (_name, generate, stated) => {
    const { bits, repeated } = bitsOf(generate);
    expect(bits).toBeGreaterThanOrEqual(stated);
    expect(repeated).toBe(0);
  });

  it('is short only where it is shown, or where a few attempts are all there are', () => {
    expect(bitsOf(newOtpRef).bits).toBeGreaterThan(17);
    // A million codes: five attempts a code and twenty codes a day are one chance in ten thousand.
    expect(bitsOf(newOtpCode).bits).toBeCloseTo(Math.log2(1_000_000), 6);
  });
});
