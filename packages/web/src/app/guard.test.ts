import { describe, expect, it } from 'vitest';
import { guard } from './guard.ts';

describe('guard', () => {
  it.each([
    ['/', false, '/user'],
    ['/', true, '/user'],
    ['/user', false, '/login'],
    ['/user', true, '/user/home'],
    ['/user/home', false, '/login'],
    ['/user/statement', false, '/login'],
    ['/user/profile', false, '/login'],
    ['/user/contact', false, '/login'],
    ['/user/whatever', false, '/login'],
  ])('%s with token %s leads to %s', (path, hasToken, to) => {
    expect(guard(path, hasToken)).toEqual({ kind: 'redirect', to });
  });

  it.each([
    ['/user/', '/user'],
    ['/user/home/', '/user/home'],
    ['/login//', '/login'],
    ['//', '/'],
    ['//elsewhere.example/', '/elsewhere.example'],
  ])('%s is %s, with the query it has', (path, to) => {
    expect(guard(path, true)).toEqual({ kind: 'redirect', to, keepsQuery: true });
  });

  it.each(['/user/home', '/user/profile'])('%s is for members', (path) => {
    expect(guard(path, true)).toEqual({ kind: 'member' });
  });

  it.each(['/login', '/register', '/reset', '/howto', '/contact'])('%s is for visitors', (path) => {
    expect(guard(path, false)).toEqual({ kind: 'visitor' });
    expect(guard(path, true)).toEqual({ kind: 'visitor' });
  });

  it.each(['/terminated', '/login/x', '/users', '/nowhere'])('%s leaves a session alone', (path) => {
    expect(guard(path, true)).toEqual({ kind: 'any' });
  });
});
