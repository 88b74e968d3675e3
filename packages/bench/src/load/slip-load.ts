import { slipVariants } from '@krapao/sandbox/slip-variants';
import { preparePicture } from '@krapao/server/modules/slips/picture';
import { SlipReader } from '@krapao/server/modules/slips/reader/slip-reader';
import { serveJobs } from './worker.ts';

export interface SlipJob {
  seed: number;
  /** Each so-manieth of the table. */
  everyNth: number;
}

export interface SlipResult {
  /** Of each slip that a good reader reads. */
  tookMs: readonly number[];
  read: number;
  /** Of the pictures that are no slips, or cannot be read. */
  refusedTookMs: readonly number[];
  /** What took longest of either. */
  slowest: { name: string; tookMs: number };
}

interface Timed {
  tookMs: number;
  isRead: boolean;
}

/** From the bytes that were uploaded to what they say. */
async function look(reader: SlipReader, bytes: Uint8Array): Promise<Timed> {
  const beganMs = performance.now();
  const picture = await preparePicture(bytes);
  const isRead = picture.outcome === 'picture' && (await reader.read(picture.jpeg)).outcome === 'read';
  return { tookMs: performance.now() - beganMs, isRead };
}

serveJobs(async (job: SlipJob): Promise<SlipResult> => {
  const variants = slipVariants(job.seed).filter((_, index) => index % job.everyNth === 0);
  const reader = new SlipReader();
  const result = {
    tookMs: [] as number[],
    read: 0,
    refusedTookMs: [] as number[],
    slowest: { name: '', tookMs: 0 },
  };
  for (const [index, { name, readable, bytes }] of variants.entries()) {
    const uploaded = await bytes();
    // The first picture of a thread waits for its library.
    if (index === 0) await Promise.all([look(reader, uploaded), look(reader, uploaded)]);
    const { tookMs, isRead } = await look(reader, uploaded);
    (readable ? result.tookMs : result.refusedTookMs).push(tookMs);
    if (readable && isRead) result.read += 1;
    if (tookMs > result.slowest.tookMs) result.slowest = { name, tookMs };
  }
  await reader.close();
  return result;
});
