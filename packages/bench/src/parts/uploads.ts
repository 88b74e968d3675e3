import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { REQUESTED_WITH_HEADER, REQUESTED_WITH_VALUE } from '@krapao/contract/limits';
import { latencyDuring } from '../load/flood.ts';
import { figureOf } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { openRig, type Rig } from '../programs/rig.ts';
import { STACK_NOTE } from '../programs/stack.ts';
import { tokenOf } from '../seed/fill.ts';

const MEMBERS = 20;
const UNFINISHED = 60;
const READERS = 600;
const VIDEO_BYTES = 19 * 1024 * 1024;
/** Duration of an upload attack; its senders and readers never finish. */
const HOLD_MS = 12_000;
const LOOK_EVERY_MS = 100;
const BOUNDARY = 'bench-boundary';

/** First bytes of a video; the rest cannot be decoded. */
const FILM = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')]);
const HEAD = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  ),
  FILM,
]);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

interface Seen {
  restMegabytes: number;
  peakMegabytes: number;
  worstWalletMs: number;
  statuses: string;
}

/** Memory of a process while videos come in or go out slowly. */
export const uploadsPart: Part = {
  name: 'uploads',
  async run(context) {
    return [
      ...(await rowsOf(
        context,
        'unfinished',
        '60 unfinished videos of 19 MB of one member',
        unfinishedVideos,
      )),
      ...(await rowsOf(context, 'readers', '600 slow readers of one video of 19 MB', slowReaders)),
    ];
  },
};

async function rowsOf(
  context: Context,
  id: string,
  what: string,
  flood: (url: string) => Promise<string>,
): Promise<Row[]> {
  const seen: Seen[] = [];
  for (let run = 0; run < context.runs; run += 1) {
    const rig = await openRig(context, {
      data: { members: MEMBERS, movementsEach: 1 },
      env: { LIMITS: 'strict' },
    });
    try {
      seen.push(await watch(rig, flood));
    } finally {
      await rig.stop();
    }
  }
  const row = (name: string, of: string, values: readonly number[], unit: string): Row => ({
    id: `uploads.${id}-${name}`,
    what: `${what}: ${of}`,
    figure: figureOf(values, unit),
  });
  return [
    row(
      'rest',
      'the process before',
      seen.map((one) => one.restMegabytes),
      'MB',
    ),
    {
      ...row(
        'peak',
        'the process at most',
        seen.map((one) => one.peakMegabytes),
        'MB',
      ),
      notes: [STACK_NOTE.replace('(wide)', '(strict)'), ...seen.map((one) => one.statuses)],
    },
    row(
      'wallet',
      'another’s wallet, worst',
      seen.map((one) => one.worstWalletMs),
      'ms',
    ),
  ];
}

async function watch(rig: Rig, flood: (url: string) => Promise<string>): Promise<Seen> {
  const [server] = rig.stack.servers;
  if (!server) throw new Error('no server was started');
  const restMegabytes = megabytesOf(server.pid);
  let peakMegabytes = restMegabytes;
  const looking = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, megabytesOf(server.pid));
  }, LOOK_EVERY_MS);
  let statuses = '';
  try {
    const wallet = { token: tokenOf(MEMBERS), method: 'GET', path: '/api/wallet' } as const;
    const { worst } = await latencyDuring(
      server.url,
      LOOK_EVERY_MS,
      () => wallet,
      async () => {
        statuses = await flood(server.url);
      },
    );
    return { restMegabytes, peakMegabytes, worstWalletMs: worst, statuses };
  } finally {
    clearInterval(looking);
  }
}

/** Returns the resident memory of a process, as reported by Linux. */
function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** One member sends videos without their last bytes. */
async function unfinishedVideos(url: string): Promise<string> {
  const agent = new Agent({ maxSockets: UNFINISHED });
  const answers = new Map<string, number>();
  const sending = Array.from({ length: UNFINISHED }, () => {
    const call = beginVideo(url, 1, agent);
    note(call, answers);
    call.write(HEAD);
    call.write(Buffer.alloc(VIDEO_BYTES - FILM.length));
    return call;
  });
  await delay(HOLD_MS);
  for (const call of sending) call.destroy();
  agent.destroy();
  return told(answers, UNFINISHED);
}

/** Many readers request a video, each from its own address, and take only its first bytes. */
async function slowReaders(url: string): Promise<string> {
  const link = await keepVideo(url);
  const agent = new Agent({ maxSockets: READERS });
  const answers = new Map<string, number>();
  const readers = Array.from({ length: READERS }, (_, n) => {
    const call = request(url + link, {
      agent,
      headers: { 'x-forwarded-for': `198.18.${n >> 8}.${n & 255}` },
    });
    note(call, answers);
    call.end();
    return call;
  });
  await delay(HOLD_MS);
  for (const call of readers) call.destroy();
  agent.destroy();
  return told(answers, READERS);
}

function beginVideo(url: string, member: number, agent?: Agent): ClientRequest {
  return request(`${url}/api/chat/upload-video`, {
    method: 'POST',
    ...(agent && { agent }),
    headers: {
      authorization: `Bearer ${tokenOf(member)}`,
      [REQUESTED_WITH_HEADER]: REQUESTED_WITH_VALUE,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
}

async function keepVideo(url: string): Promise<string> {
  const call = beginVideo(url, 2);
  const answered = once(call, 'response');
  call.write(HEAD);
  call.write(Buffer.alloc(VIDEO_BYTES - FILM.length));
  call.end(TAIL);
  const [response] = (await answered) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`a video was not taken: ${response.statusCode} ${answer}`);
  return (JSON.parse(answer) as { url: string }).url;
}

/** Counts the answer of a call by status, and reads nothing of its body. */
function note(call: ClientRequest, answers: Map<string, number>): void {
  const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
  call.on('response', (response) => {
    count(String(response.statusCode));
    response.on('error', () => undefined);
    response.pause();
  });
  call.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message));
}

function told(answers: Map<string, number>, of: number): string {
  const lines = [...answers].map(([what, count]) => `${count} × ${what}`);
  const answered = [...answers.values()].reduce((sum, count) => sum + count, 0);
  return [...lines, ...(answered < of ? [`${of - answered} held`] : [])].join(', ');
}
