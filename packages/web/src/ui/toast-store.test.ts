import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast, toasts } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('stays for four seconds and no longer', () => {
  toast.error('No luck');
  vi.advanceTimersByTime(3_999);
  expect(toasts.get().map(({ text, tone }) => [text, tone])).toEqual([['No luck', 'error']]);
  vi.advanceTimersByTime(1);
  expect(toasts.get()).toEqual([]);
});
