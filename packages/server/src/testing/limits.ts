import { LIMIT_NAMES, type Limit, type LimitName, type Limits } from '../kernel/limits.ts';
import { readSettings } from '../kernel/settings.ts';

/** Returns the limits of a real installation, with some changed. @param points by name */
export function strictLimits(points: Partial<Record<LimitName, number>> = {}): Limits {
  return changed(readSettings({ LIMITS: 'strict' }).limits, points);
}

/** Returns limits that no test reaches, with some changed. @param points by name */
export function wideLimits(points: Partial<Record<LimitName, number>> = {}): Limits {
  return changed(readSettings({ LIMITS: 'wide' }).limits, points);
}

function changed(limits: Limits, points: Partial<Record<LimitName, number>>): Limits {
  return Object.fromEntries(
    LIMIT_NAMES.map((name): [LimitName, Limit] => [
      name,
      { ...limits[name], points: points[name] ?? limits[name].points },
    ]),
  ) as Record<LimitName, Limit>;
}

let addresses = 0;

/** Returns headers of a request from a unique address: the test's own address is a trusted proxy. */
export function fromElsewhere(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` };
}
