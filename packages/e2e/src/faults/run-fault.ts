import { setTimeout as delay } from 'node:timers/promises';
import type { Rig } from './rig.ts';
import type { Seen } from './seen.ts';

/** A fault that occurs while players play. */
export interface Fault {
  name: string;
  /** Causes the fault and ends it. */
  strike(rig: Rig): Promise<void>;
  /** Returns forbidden observations in addition to the general ones. @returns a line each */
  judge?: (seen: Seen) => string[];
}

/** Result of a fault. */
export interface Outcome {
  name: string;
  faultMs: number;
  /** Time from the end of the fault to the first successful call. */
  firstGoodMs: number | undefined;
  /** Time from the end of the fault until all movements then in progress had ended. */
  settledMs: number;
  seen: string;
  calls: number;
  /** Number of movements reported to players since the load began. */
  told: number;
  audit: string;
  /** Violations found. */
  problems: string[];
}

const BEFORE_MS = 1_000;
const AFTER_MS = 1_500;
const GOOD_WITHIN_MS = 30_000;
const NO_FINDINGS = 'audit: 0 wrong, 0 for attention';

/** Applies a fault under load, waits for recovery, and looks for losses. */
export async function runFault(rig: Rig, fault: Fault): Promise<Outcome> {
  const { load } = rig;
  load.start();
  await delay(BEFORE_MS);
  const seen = load.count();
  const beganMs = performance.now();
  await fault.strike(rig);
  const endedMs = performance.now();
  const endedAt = new Date();
  seen.watch();
  const settling = rig.settle(endedAt).then(() => performance.now() - endedMs);
  const deadline = endedMs + GOOD_WITHIN_MS;
  while (seen.firstGoodMs === undefined && performance.now() < deadline) await delay(20);
  const settledMs = await settling;
  await delay(AFTER_MS);
  await load.stop();
  await rig.settle(new Date());

  const audit = await rig.audit();
  const problems = [...seen.problems, ...(fault.judge?.(seen) ?? []), ...(await rig.losses())];
  if (seen.firstGoodMs === undefined) problems.push(`no call was answered well within ${GOOD_WITHIN_MS} ms`);
  if (audit !== NO_FINDINGS) problems.push(audit);
  return {
    name: fault.name,
    faultMs: endedMs - beganMs,
    firstGoodMs: seen.firstGoodMs,
    settledMs,
    seen: seen.toString(),
    calls: seen.total,
    told: load.told.length,
    audit,
    problems,
  };
}
