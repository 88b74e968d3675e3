import type { SandboxOptions } from '@krapao/sandbox/app';
import type { FaultKind, FaultPort } from '@krapao/sandbox/faults/faults';
import { expect } from 'vitest';
import { COUNTERPARTY_TIMEOUT_MS, DEAD_ADDRESS, OutsideWorld, SECRET } from '../counterparties-world.ts';

/** Connection of an adapter to its counterparty. */
export interface Connection {
  baseUrl: string;
  secret: string;
  timeoutMs: number;
  /** Values of settings of its own. */
  values?: Readonly<Record<string, string>>;
}

/** No answer or an error, before or after the counterparty has executed the request. */
export const PORT_FAULTS = [
  'timeout_after_commit',
  'timeout_before_commit',
  'error_after_commit',
  'error_before_commit',
] as const;
export type PortFault = (typeof PORT_FAULTS)[number];

export const commits = (fault: PortFault): boolean => fault.endsWith('_after_commit');

/** The counterparty of a port, for a conformance suite. */
export interface PortWorld {
  connection: Connection;
  /** An address where no server listens. */
  deadUrl: string;
  outside: OutsideWorld;
  /** Makes every call fail in one way. */
  fault(fault: PortFault): Promise<unknown>;
  heal(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a counterparty in the sandbox. @param path its path in the sandbox */
export async function sandboxWorld(
  port: FaultPort,
  path: string,
  options: Partial<SandboxOptions> = {},
): Promise<PortWorld> {
  // The sandbox decides randomly whether a 500 comes before or after the work; the tests fix the random
  // number.
  let dice = 0;
  const outside = await OutsideWorld.start(() => dice, options);
  return {
    connection: {
      baseUrl: outside.url + path,
      secret: SECRET,
      timeoutMs: COUNTERPARTY_TIMEOUT_MS,
    },
    deadUrl: DEAD_ADDRESS,
    outside,
    fault: (fault) => {
      dice = commits(fault) ? 0.9 : 0;
      return outside.fault(port, fault.startsWith('error') ? 'http_500' : (fault as FaultKind));
    },
    heal: () => outside.heal(),
    stop: () => outside.stop(),
  };
}

/**
 * Matches an outcome without an answer from the counterparty.
 * @param sent whether the request may have arrived
 */
export const isUnknown = (sent: boolean): unknown => ({
  outcome: 'unknown',
  reason: expect.stringMatching(/./),
  sent,
});
