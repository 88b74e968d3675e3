import type { FaultKind, FaultPort } from '@krapao/sandbox/faults/faults';
import { expect } from 'vitest';
import { deadAddress, OutsideWorld, SECRET } from '../outside-world.ts';

/** How an adapter reaches its counterparty. */
export interface Connection {
  baseUrl: string;
  secret: string;
  timeoutMs: number;
}

/** No answer or a failure, before or after the other side has done what it was asked. */
export const PORT_FAULTS = [
  'timeout_after_commit',
  'timeout_before_commit',
  'error_after_commit',
  'error_before_commit',
] as const;
export type PortFault = (typeof PORT_FAULTS)[number];

export const commits = (fault: PortFault): boolean => fault.endsWith('_after_commit');

/** The other side of a port, for a conformance suite. */
export interface PortWorld {
  connection: Connection;
  /** An address where nobody listens. */
  deadUrl: string;
  outside: OutsideWorld;
  /** Makes every call fail in a way. */
  fault(fault: PortFault): Promise<unknown>;
  heal(): Promise<unknown>;
  stop(): Promise<void>;
}

/** A counterparty played by the sandbox. @param path where the sandbox has it */
export async function sandboxWorld(port: FaultPort, path: string): Promise<PortWorld> {
  // The sandbox throws dice for whether a 500 comes before or after the work; these are loaded.
  let dice = 0;
  let isFaulty = false;
  const [outside, deadUrl] = await Promise.all([OutsideWorld.start(() => dice), deadAddress()]);
  return {
    connection: {
      baseUrl: outside.url + path,
      secret: SECRET,
      // Where no answer comes, waiting shows nothing; where one does, the machine may be busy.
      get timeoutMs() {
        return isFaulty ? FAULTY_TIMEOUT_MS : TIMEOUT_MS;
      },
    },
    deadUrl,
    outside,
    fault: (fault) => {
      dice = commits(fault) ? 0.9 : 0;
      isFaulty = true;
      return outside.fault(port, fault.startsWith('error') ? 'http_500' : (fault as FaultKind));
    },
    heal: () => {
      isFaulty = false;
      return outside.heal();
    },
    stop: () => outside.stop(),
  };
}

const TIMEOUT_MS = 5_000;
const FAULTY_TIMEOUT_MS = 300;

/** An outcome that says: no word from the other side. @param sent whether it may have got there */
export const isUnknown = (sent: boolean): unknown => ({
  outcome: 'unknown',
  reason: expect.stringMatching(/./),
  sent,
});
