import { describe, expect, it } from 'vitest';
import { mayBeInviteCode, readInviteCode } from './invite-code.ts';

describe('an invite code', () => {
  it.each([
    ['PRk3m9x2', 'PRk3m9x2'],
    ['prK3M9X2', 'PRk3m9x2'],
    [' PR k3m9 x2 ', 'PRk3m9x2'],
    ['\u200bPRk๓m9x2', 'PRk3m9x2'],
    ['https://wallet.example/register?code=PRk3m9x2', 'PRk3m9x2'],
    ['https://wallet.example/register?lang=th&code=PRK3M9X2#top', 'PRk3m9x2'],
    ['old', 'old'],
    ['', ''],
  ])('%s is %s', (typed, code) => {
    expect(readInviteCode(typed)).toBe(code);
  });

  it.each(['', 'PR', 'old', 'PR"><script>', `PR${'a'.repeat(40)}`])('%s cannot be one', (text) => {
    expect(mayBeInviteCode(readInviteCode(text))).toBe(false);
  });
});
