import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { percentile } from '../measure.ts';

/** One call of the API, as a member makes it. */
export interface MemberCall {
  token: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Latency of calls, in milliseconds. */
export interface Latency {
  p50: number;
  worst: number;
}

/** Connections of a flood: the kernel and the load process cannot carry more in reasonable time. */
const FLOOD_CONNECTIONS = 1_000;

/** Makes a call. @returns its status */
export function callOnce(
  url: string,
  { token, method, path, body }: MemberCall,
  agent?: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url + path, {
      method,
      ...(agent && { agent }),
      headers: {
        authorization: `Bearer ${token}`,
        [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    call.end(body && JSON.stringify(body));
  });
}

/** Makes all calls at once and waits for all answers. @returns the number of calls by status */
export async function callAllAtOnce(url: string, calls: readonly MemberCall[]): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: FLOOD_CONNECTIONS });
  const statuses = await Promise.all(calls.map((call) => callOnce(url, call, agent)));
  agent.destroy();
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

/**
 * Makes calls at a steady pace, without waiting for earlier answers, while some work goes on.
 * @param next the n-th call to make
 */
export async function latencyDuring(
  url: string,
  everyMs: number,
  next: (n: number) => MemberCall,
  work: () => Promise<unknown>,
): Promise<Latency> {
  const isOver = new AbortController();
  const tookMs: number[] = [];
  const underWay: Promise<void>[] = [];
  const sample = async (n: number): Promise<void> => {
    const sentMs = performance.now();
    await callOnce(url, next(n));
    tookMs.push(performance.now() - sentMs);
  };
  const sampling = (async () => {
    for (let n = 0; !isOver.signal.aborted; n += 1) {
      underWay.push(sample(n));
      await delay(everyMs);
    }
    await Promise.all(underWay);
  })();
  try {
    await work();
  } finally {
    isOver.abort();
    await sampling;
  }
  return { p50: percentile(tookMs, 0.5), worst: Math.max(...tookMs) };
}
