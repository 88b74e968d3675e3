import { slipVariants } from '@krapao/sandbox/slip-variants';
import { preparePicture } from '@krapao/server/modules/slips/picture';
import { SlipReader } from '@krapao/server/modules/slips/reader/slip-reader';
import { serveJobs } from './worker.ts';

export interface SlipJob {
  seed: number;
  /** Step through the table: every n-th slip. */
  everyNth: number;
}

export interface SlipResult {
  /** Durations for the slips that a good reader reads. */
  tookMs: readonly number[];
  read: number;
  /** Durations for the pictures that are not slips or cannot be read. */
  refusedTookMs: readonly number[];
  /** The slowest picture of either kind. */
  slowest: { name: string; tookMs: number };
}

interface Timed {
  tookMs: number;
  isRead: boolean;
}

/** Reads a slip from the uploaded bytes. @returns its result and duration */
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
    // A thread's first picture waits for its library, so it is not timed.
    if (index === 0) await Promise.all([look(reader, uploaded), look(reader, uploaded)]);
    const { tookMs, isRead } = await look(reader, uploaded);
    (readable ? result.tookMs : result.refusedTookMs).push(tookMs);
    if (readable && isRead) result.read += 1;
    if (tookMs > result.slowest.tookMs) result.slowest = { name, tookMs };
  }
  await reader.close();
  return result;
});
