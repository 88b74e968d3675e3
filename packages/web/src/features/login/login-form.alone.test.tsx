import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LoginForm } from './login-form.tsx';

const frame = vi.hoisted(() => ({ isFramed: true }));
vi.mock('../../lib/framed.ts', () => ({ isFramed: () => frame.isFramed }));

describe('log-in where the browser keeps nothing', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    frame.isFramed = true;
  });

  const refuseStorage = () =>
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });

  it('says in a frame that a reload logs out, and offers a window of its own', () => {
    refuseStorage();
    render(<LoginForm />);
    expect(screen.getByRole('note').textContent).toContain('After a reload you have to log in again.');
    const link = screen.getByRole('link', { name: 'Open in a window of its own' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
  });

  it.each([
    ['in a frame that keeps things', true, false],
    ['outside of a frame', false, true],
  ])('says nothing %s', (_where, isFramed, isRefused) => {
    frame.isFramed = isFramed;
    if (isRefused) refuseStorage();
    render(<LoginForm />);
    expect(screen.queryByRole('note')).toBeNull();
  });
});
