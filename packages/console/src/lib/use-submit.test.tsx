// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { useSubmit } from './use-submit.ts';

describe('a form', () => {
  it('is sent once however often it is pressed, and again after the answer', async () => {
    let answer: (value: string) => void = () => undefined;
    const send = vi.fn<() => Promise<string>>(() => new Promise((resolve) => (answer = resolve)));
    const { result } = renderHook(() => useSubmit(send));
    let first: Promise<string | undefined> = Promise.resolve(undefined);
    await act(async () => {
      first = result.current.submit(undefined);
      await expect(result.current.submit(undefined)).resolves.toBeUndefined();
    });
    expect(result.current.isSending).toBe(true);
    await act(async () => {
      answer('done');
      await expect(first).resolves.toBe('done');
    });
    expect(result.current.isSending).toBe(false);
    expect(send).toHaveBeenCalledOnce();
    await act(async () => {
      const second = result.current.submit(undefined);
      answer('again');
      await second;
    });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('keeps the error of its last try', async () => {
    const send = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new ApiError('LEASED'))
      .mockResolvedValue('done');
    const { result } = renderHook(() => useSubmit(send));
    await act(async () => void (await result.current.submit(undefined)));
    expect(result.current.error?.code).toBe('LEASED');
    await act(async () => void (await result.current.submit(undefined)));
    expect(result.current.error).toBeUndefined();
  });
});
