import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast, toasts } from './toast-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows two at most, the latest ones', () => {
  for (const text of ['One', 'Two', 'Three']) toast.error(text);
  expect(toasts.get().map(({ text }) => text)).toEqual(['Two', 'Three']);
  vi.advanceTimersByTime(4_000);
});

it('stays for four seconds and no longer', () => {
  toast.error('No luck');
  vi.advanceTimersByTime(3_999);
  expect(toasts.get().map(({ text, tone }) => [text, tone])).toEqual([['No luck', 'error']]);
  vi.advanceTimersByTime(1);
  expect(toasts.get()).toEqual([]);
});
