import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFreshBalances } from './use-fresh-balances.ts';

const refresh = vi.fn<() => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  refresh.mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
});

const showPage = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('balances are asked for when the browser shows the page again as it was left', () => {
  const { unmount } = renderHook(() => useFreshBalances(undefined, refresh));
  vi.runOnlyPendingTimers();
  refresh.mockClear();
  showPage(false);
  expect(refresh).not.toHaveBeenCalled();
  showPage(true);
  expect(refresh).toHaveBeenCalledOnce();
  unmount();
  showPage(true);
  expect(refresh).toHaveBeenCalledOnce();
});

it('balances are not asked for by a home that is only passed through', () => {
  const { unmount } = renderHook(() => useFreshBalances(undefined, refresh));
  unmount();
  vi.runOnlyPendingTimers();
  expect(refresh).not.toHaveBeenCalled();
});
