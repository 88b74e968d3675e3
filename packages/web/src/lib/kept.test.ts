import { describe, expect, it } from 'vitest';
import { sampleWallet } from '../testing/sample-wallet.ts';
import { isKept, keepReply, keptAtMs, keptReply } from './kept.ts';
import { clearStoredSession, getSessionNo, saveToken } from './session-token.ts';

const walletWith = (amount: number) => sampleWallet({ wallet: { amount, transit: 0 } });
const stored = (area: 'localStorage' | 'sessionStorage') => window[area].getItem('seen') ?? '';

describe('what was seen last', () => {
  it('lies where the token lies, and goes with it', () => {
    saveToken('a', true);
    keepReply('GET /api/wallet', walletWith(5), getSessionNo());
    expect(stored('localStorage')).not.toBe('');
    expect(stored('sessionStorage')).toBe('');
    expect(keptReply('GET /api/wallet')?.wallet.amount).toBe(5);
    expect(keptAtMs('GET /api/wallet')).toBeGreaterThan(0);
    clearStoredSession();
    expect(stored('localStorage')).toBe('');
    expect(keptReply('GET /api/wallet')).toBeUndefined();

    saveToken('b', false);
    keepReply('GET /api/wallet', walletWith(6), getSessionNo());
    expect(stored('localStorage')).toBe('');
    expect(stored('sessionStorage')).not.toBe('');
  });

  it('is never another member’s', () => {
    saveToken('a', true);
    const sessionNo = getSessionNo();
    keepReply('GET /api/wallet', walletWith(5), sessionNo);
    saveToken('b', true);
    expect(keptReply('GET /api/wallet')).toBeUndefined();
    // The answer for the previous session came late.
    keepReply('GET /api/wallet', walletWith(5), sessionNo);
    expect(keptReply('GET /api/wallet')).toBeUndefined();
    expect(stored('localStorage')).toBe('');
  });

  it('has no token and no whole account number in it', () => {
    saveToken('the-token', true);
    const wallet = walletWith(5);
    keepReply('GET /api/wallet', wallet, getSessionNo());
    expect(stored('localStorage')).not.toContain('the-token');
    expect(wallet.bankAccount.bankAccountNo).toMatch(/^\d{10}$/);
    expect(stored('localStorage')).not.toContain(wallet.bankAccount.bankAccountNo);
    expect(keptReply('GET /api/wallet')?.bankAccount.bankAccountNo).toBe(
      `••••••${wallet.bankAccount.bankAccountNo.slice(-4)}`,
    );
  });

  it('is the wallet and the first page of the whole statement', () => {
    expect(isKept('GET /api/wallet', undefined)).toBe(true);
    expect(isKept('POST /api/statement', { page: 1, limit: 10 })).toBe(true);
    expect(isKept('POST /api/statement', { page: 2, limit: 10 })).toBe(false);
    expect(isKept('POST /api/statement', { page: 1, limit: 10, type: 'deposit' })).toBe(false);
    expect(isKept('GET /api/account/profile', undefined)).toBe(false);
  });
});
