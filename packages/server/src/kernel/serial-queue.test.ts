import { describe, expect, it, vi } from 'vitest';
import { AppError } from './app-error.ts';
import { SerialQueue } from './serial-queue.ts';

const BOUNDS = { mostWaiting: 2, waitMs: 60_000 };

/** Work that the test ends. */
function gate(): { work: () => Promise<string>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<string>((resolve) => {
    open = () => resolve('done');
  });
  return { work: () => opened, open: () => open() };
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : String(error));

describe('a serial queue', () => {
  it('runs work of a key one after another, in order of arrival', async () => {
    const queue = new SerialQueue({ ...BOUNDS, mostWaiting: 100 });
    const events: string[] = [];
    const work = (name: number) => async () => {
      events.push(`begin ${name}`);
      await Promise.resolve();
      events.push(`end ${name}`);
    };
    await Promise.all([1, 2, 3].map((name) => queue.run('a', work(name))));
    expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    expect(queue.waiting).toBe(0);
  });

  it('lets work of another key begin at once', async () => {
    const queue = new SerialQueue(BOUNDS);
    const slow = gate();
    const running = queue.run('a', slow.work);
    expect(await queue.run('b', async () => 'b')).toBe('b');
    slow.open();
    expect(await running).toBe('done');
  });

  it('goes on after work that fails', async () => {
    const queue = new SerialQueue(BOUNDS);
    const failing = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('a', async () => 'next');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('refuses what is beyond the bound before it begins: REQUEST_LIMIT, with a time', async () => {
    const queue = new SerialQueue(BOUNDS);
    const refused = vi.fn();
    queue.onRefused(refused);
    const slow = gate();
    const admitted = [0, 1, 2].map(() => queue.run('a', slow.work));
    const beyond = vi.fn();
    const error = await queue.run('a', beyond).catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('REQUEST_LIMIT');
    expect((error as AppError).retryAfterMs).toBeGreaterThan(0);
    expect(beyond).not.toHaveBeenCalled();
    expect(refused).toHaveBeenCalledOnce();
    slow.open();
    expect(await Promise.all(admitted)).toEqual(['done', 'done', 'done']);
  });

  it('refuses what has waited too long, and lets the others go on', async () => {
    vi.useFakeTimers();
    try {
      const queue = new SerialQueue(BOUNDS);
      const slow = gate();
      const running = queue.run('a', slow.work);
      const impatient = queue.run('a', async () => 'never', { waitMs: 10 }).catch(codeOf);
      const patient = queue.run('a', async () => 'patient');
      await vi.advanceTimersByTimeAsync(10);
      expect(await impatient).toBe('REQUEST_LIMIT');
      slow.open();
      expect(await running).toBe('done');
      expect(await patient).toBe('patient');
    } finally {
      vi.useRealTimers();
    }
  });
});
