import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { qrPicture } from '../../../testing/slips.ts';
import { PASSES, preparePass } from './passes.ts';
import { QrThreads, ScanStarved, ScanTimeout, workedMs } from './qr-threads.ts';
import { SlipReader } from './slip-reader.ts';

const [pass] = PASSES;
const picture = async () => preparePass(pass!, await qrPicture('a code'));
const patient = { worked: () => 0, mostWaitMs: 60_000 };

describe('threads that scan for QR codes', () => {
  const all: QrThreads[] = [];
  const threads = (patience: ConstructorParameters<typeof QrThreads>[1]) => {
    const made = new QrThreads(1, patience);
    all.push(made);
    return made;
  };
  afterAll(() => Promise.all(all.map((one) => one.close())));

  it('are not stopped by time in which they did not work', async () => {
    const scan = threads(patient).scan(await picture(), pass!, 0.001);
    expect(await scan).toEqual({ texts: ['a code'], tookMs: 0 });
  });

  it('are stopped once they have worked for longer than allowed', async () => {
    let workMs = 0;
    const scan = threads({ ...patient, worked: () => (workMs += 10) }).scan(await picture(), pass!, 5);
    await expect(scan).rejects.toBeInstanceOf(ScanTimeout);
  });

  it('that get nothing of the processor tell nothing about a picture, and a slip on it is no invalid one', async () => {
    const starved = threads({ ...patient, mostWaitMs: 0 });
    await expect(starved.scan(await picture(), pass!, 1_000)).rejects.toBeInstanceOf(ScanStarved);
    await expect(new SlipReader(starved).read(await qrPicture('a code'))).rejects.toBeInstanceOf(ScanStarved);
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
