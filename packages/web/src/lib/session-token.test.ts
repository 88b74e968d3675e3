import { describe, expect, it } from 'vitest';
import { clearStoredSession, getToken, saveToken } from './session-token.ts';

describe('the stored token', () => {
  it('outlives the browser session only when it is to be remembered', () => {
    saveToken('a', true);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['a', null]);
    saveToken('b', false);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'b']);
    expect(getToken()).toBe('b');
  });

  it('is forgotten together with the agreement flag and the last sync, and nothing else', () => {
    saveToken('a', true);
    localStorage.setItem('agreement', '1');
    localStorage.setItem('lastSync', '123');
    localStorage.setItem('locale', 'en');
    localStorage.setItem('inviteCode', 'PR1');
    clearStoredSession();
    expect(getToken()).toBeNull();
    expect(
      ['token', 'agreement', 'lastSync', 'locale', 'inviteCode'].map((key) => localStorage.getItem(key)),
    ).toEqual([null, null, null, 'en', 'PR1']);
  });

  it('follows another tab that logs out', () => {
    saveToken('a', true);
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(getToken()).toBeNull();
  });

  it('of this tab alone does not come back when another member logs out in another tab', () => {
    saveToken('a', false);
    const told = (token: string | null) => {
      if (token === null) localStorage.removeItem('token');
      else localStorage.setItem('token', token);
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }));
    };
    told('b');
    expect(getToken()).toBe('b');
    told(null);
    expect(getToken()).toBeNull();
  });
});
