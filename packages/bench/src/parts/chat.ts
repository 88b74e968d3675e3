import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatRequest, ChatResult } from '../load/chat-load.ts';
import { MEMBERS } from '../load/member-requests.ts';
import { BenchWorker } from '../load/worker.ts';
import { figureOf } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { openRig, type Rig } from '../programs/rig.ts';
import { memberIdOf, tokenOf } from '../seed/fill.ts';

const SENDERS = 32;
/** Time for the garbage of connecting to be collected. */
const QUIET_MS = 2_000;

interface Run extends ChatResult {
  kbAConnection: number;
}

/** Members in their chat rooms, with a message for each of them. */
export const chatPart: Part = {
  name: 'chat',
  async run(context) {
    const rig = await openRig(context, { data: { members: MEMBERS, movementsEach: 1 } });
    try {
      const runs: Run[] = [];
      for (let run = 0; run < context.runs; run += 1) runs.push(await measure(context, rig));
      return rowsOf(runs);
    } finally {
      await rig.stop();
    }
  },
};

async function measure(context: Context, rig: Rig): Promise<Run> {
  const worker = new BenchWorker<ChatRequest, ChatResult>('./chat-load.js');
  const [server] = rig.stack.servers;
  const { port = 0, pid = 0 } = server ?? {};
  const members = Array.from({ length: MEMBERS }, (_, index) => ({
    token: tokenOf(index + 1),
    room: `krapao-${memberIdOf(index + 1)}`,
  }));
  try {
    const beforeKb = residentKb(pid);
    const { connectedInMs } = await worker.ask({ connect: { port, members, senders: SENDERS } });
    await delay(QUIET_MS);
    const kbAConnection = Math.max(0, residentKb(pid) - beforeKb) / MEMBERS;
    const sent = await worker.ask({ send: true });
    await worker.ask({ close: true });
    const [rate, p99] = [Math.round(sent.sentPerSecond), sent.p99Ms.toFixed(1)];
    context.log(`chat: ${rate} messages/s, p99 ${p99} ms, ${kbAConnection.toFixed(0)} KB a connection`);
    return { ...sent, connectedInMs, kbAConnection };
  } finally {
    await worker.stop();
  }
}

/** Returns the resident memory of a process, where the system reports it. */
function residentKb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
}

function rowsOf(runs: readonly Run[]): Row[] {
  const of = (pick: (run: Run) => number, unit: string) => figureOf(runs.map(pick), unit);
  return [
    {
      id: 'chat.delivered-p99',
      what: 'chat: 2,000 sockets, one message each, delivered: p99',
      figure: of((run) => run.p99Ms, 'ms'),
      target: { of: 'figure', atMost: 250 },
      notes: [
        `sent over HTTP by ${SENDERS} at a time, as fast as they are taken; from the sending to the socket`,
      ],
    },
    { id: 'chat.rate', what: 'the same: messages', figure: of((run) => run.sentPerSecond, '/s') },
    {
      id: 'chat.connected',
      what: 'the same: all connected in',
      figure: of((run) => run.connectedInMs, 'ms'),
    },
    {
      id: 'chat.memory',
      what: 'memory of the server a connection',
      // Only the first run counts: later runs reuse the memory of the first.
      figure: figureOf([runs[0]?.kbAConnection ?? Number.NaN], 'KB'),
      notes: ['resident memory of the process: what 2,000 connections add to it after its start'],
    },
  ];
}
