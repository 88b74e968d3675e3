import { readFileSync } from 'node:fs';

/**
 * Loaded into a server before anything else: on SIGUSR2 its clock jumps by the milliseconds in a file. The
 * time of day changes; durations do not, as on a machine whose clock is set.
 */
const file = process.env['JUMPING_CLOCK_FILE'];
const RealDate = Date;
let offsetMs = 0;

const jumped = (): number => RealDate.now() + offsetMs;

if (file !== undefined) {
  process.on('SIGUSR2', () => (offsetMs = Number(readFileSync(file, 'utf8'))));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [jumped()] : args, newTarget) as object,
    get: (target, property) => (property === 'now' ? jumped : (Reflect.get(target, property) as unknown)),
  });
}
