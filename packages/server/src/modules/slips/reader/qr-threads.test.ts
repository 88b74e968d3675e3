import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { qrPicture } from '../../../testing/slips.ts';
import { PASSES, preparePass } from './passes.ts';
import { QrThreads, ScanStarved, ScanTimeout, workedMs } from './qr-threads.ts';
import { SlipReader } from './slip-reader.ts';

const [pass] = PASSES;
const picture = async () => preparePass(pass!, await qrPicture('a code'));
const inTime = { workMs: 1_000, waitMs: 60_000 };

describe('threads that scan for QR codes', () => {
  const all: QrThreads[] = [];
  const threads = (worked: () => number) => {
    const made = new QrThreads(1, worked);
    all.push(made);
    return made;
  };
  afterAll(() => Promise.all(all.map((one) => one.close())));

  it('are not stopped by time in which they did not work', async () => {
    const scan = threads(() => 0).scan(await picture(), pass!, { ...inTime, workMs: 0.001 });
    expect(await scan).toEqual({ texts: ['a code'], tookMs: 0 });
  });

  it('are stopped once they have worked for longer than allowed', async () => {
    let workMs = 0;
    const scan = threads(() => (workMs += 10)).scan(await picture(), pass!, { ...inTime, workMs: 5 });
    await expect(scan).rejects.toBeInstanceOf(ScanTimeout);
  });

  it('that get nothing of the processor tell nothing about a picture, and a slip on it is no invalid one', async () => {
    const idle = threads(() => 0);
    const starved: Pick<QrThreads, 'scan' | 'close'> = {
      scan: (gray, options, limits) => idle.scan(gray, options, { ...limits, waitMs: 0 }),
      close: () => idle.close(),
    };
    await expect(starved.scan(await picture(), pass!, inTime)).rejects.toBeInstanceOf(ScanStarved);
    await expect(new SlipReader(starved).read(await qrPicture('a code'))).rejects.toBeInstanceOf(ScanStarved);
  });

  it('share one wait for all passes over a picture', async () => {
    const waits: number[] = [];
    const reader = new SlipReader({
      scan: async (_gray, _options, { waitMs }) => {
        waits.push(waitMs);
        return { texts: [], tookMs: 0 };
      },
      close: async () => {},
    });
    await reader.read(await qrPicture('a code'));
    expect(waits).toHaveLength(PASSES.length);
    expect(waits.every((wait, index) => wait < (waits[index - 1] ?? Infinity))).toBe(true);
  });

  it('count the whole time where the system counts no thread’s work', () => {
    const before = performance.now();
    expect(workedMs(undefined)).toBeGreaterThanOrEqual(before);
    expect(workedMs(-1)).toBeGreaterThanOrEqual(before);
  });

  it.runIf(existsSync('/proc/self/schedstat'))('count no time in which a thread waits', () => {
    const before = workedMs(process.pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(workedMs(process.pid) - before).toBeLessThan(150);
  });
});
