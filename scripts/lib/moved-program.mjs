// Loaded into a program whose time a test moves: its parent says how many milliseconds it is ahead of the machine's.
import { isMainThread } from 'node:worker_threads';
import { replaceDate } from './moved-time.mjs';

if (isMainThread) {
  const setAhead = replaceDate(Number(process.env.TEST_AHEAD_MS ?? 0));
  process.on('message', (/** @type {{ aheadMs?: number }} */ message) => {
    // A part that runs as a process of its own is sent other messages, too.
    if (message.aheadMs === undefined) return;
    setAhead(message.aheadMs);
    process.send?.(message);
  });
  // Waiting for the test must not keep the program alive.
  process.channel?.unref();
}
