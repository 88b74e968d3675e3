/**
 * Loaded into a measured server before it. On SIGUSR2 it writes the event loop's delay since the last signal
 * into the file of `LOOP_DELAY_FILE`, and starts again.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 5;
const NANOSECONDS = 1e6;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
// The histogram measures the time between two timer ticks, so the timer's interval is subtracted.
const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);

process.on('SIGUSR2', () => {
  const file = process.env['LOOP_DELAY_FILE'];
  if (!file) return;
  const said = { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) };
  writeFileSync(file, JSON.stringify(said));
  delay.reset();
});
