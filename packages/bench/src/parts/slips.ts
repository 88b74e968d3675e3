import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { slipVariants } from '@krapao/sandbox/slip-variants';
import { BenchError } from '../bench-error.ts';
import type { SlipJob, SlipResult } from '../load/slip-load.ts';
import { BenchWorker } from '../load/worker.ts';
import { figureOf, median } from '../measure.ts';
import type { Context, Part, Row } from '../part.ts';
import { openRig } from '../programs/rig.ts';
import { tokenOf } from '../seed/fill.ts';

/** Seed of `npm run tool -- slips`. */
const SEED = 1;
const UPLOADS = 50;
const UPLOADS_AT_ONCE = 10;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

/** Reading slips: each alone, and fifty beside the server's other work. */
export const slipsPart: Part = {
  name: 'slips',
  async run(context) {
    const worker = new BenchWorker<SlipJob, SlipResult>('./slip-load.js');
    const results: SlipResult[] = [];
    try {
      for (let run = 0; run < context.runs; run += 1) {
        results.push(await worker.ask({ seed: SEED, everyNth: context.short ? 8 : 1 }));
      }
    } finally {
      await worker.stop();
    }
    return [...readingRows(results), ...(await loopRows(context))];
  },
};

function readingRows(results: readonly SlipResult[]): Row[] {
  const [first] = results;
  const unit = 'ms';
  return [
    {
      id: 'slips.median',
      what: 'a slip read: median over the table',
      figure: figureOf(
        results.map(({ tookMs }) => median(tookMs)),
        unit,
      ),
      notes: [`${first?.read} of ${first?.tookMs.length} readable slips read, one after the other`],
    },
    {
      id: 'slips.worst',
      what: 'a slip read: the worst of the table',
      figure: figureOf(
        results.map(({ tookMs }) => Math.max(...tookMs)),
        unit,
      ),
    },
    {
      id: 'slips.refused-worst',
      what: 'a picture that is no slip, or cannot be read: the worst',
      figure: figureOf(
        results.map(({ refusedTookMs }) => Math.max(...refusedTookMs)),
        unit,
      ),
      notes: [
        `${first?.refusedTookMs.length} pictures; reading is given up after four seconds; ` +
          `longest: ${results.map(({ slowest }) => slowest.name).join(', ')}`,
      ],
    },
  ];
}

async function loopRows(context: Context): Promise<Row[]> {
  const file = path.join(context.outDir, 'loop-delay.json');
  const rig = await openRig(context, {
    data: { members: UPLOADS, movementsEach: 1 },
    preload: path.join(context.root, 'packages/bench/dist/programs/watch-loop.js'),
    env: { LOOP_DELAY_FILE: file },
  });
  const [server] = rig.stack.servers;
  const { url = '', pid = 0 } = server ?? {};
  const readable = slipVariants(SEED).filter((variant) => variant.readable);
  const pictures = await Promise.all(readable.map((variant) => variant.bytes()));
  try {
    const quiet: LoopDelay[] = [];
    const busy: LoopDelay[] = [];
    for (let run = 0; run < context.runs; run += 1) {
      await tellDelay(pid, file);
      await delay(context.short ? 200 : 2_000);
      quiet.push(await tellDelay(pid, file));
      await readAll(url, pictures);
      busy.push(await tellDelay(pid, file));
    }
    const of = (delays: readonly LoopDelay[], pick: (one: LoopDelay) => number) =>
      figureOf(delays.map(pick), 'ms');
    return [
      {
        id: 'slips.loop-delay',
        what: `the server's event loop while ${UPLOADS} slips are read: longest delay`,
        figure: of(busy, (one) => one.max),
        yardstick: { what: 'at rest', figure: of(quiet, (one) => one.max) },
        target: { of: 'figure', atMost: 20 },
        notes: [`uploaded over HTTP, ${UPLOADS_AT_ONCE} at a time, until all are looked at`],
      },
      { id: 'slips.loop-delay-p99', what: 'the same: p99', figure: of(busy, (one) => one.p99) },
    ];
  } finally {
    await rig.stop();
    rmSync(file, { force: true });
  }
}

/** Returns the delay of the server's event loop since the last query. */
async function tellDelay(pid: number, file: string): Promise<LoopDelay> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await delay(LOOK_EVERY_MS);
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}

/** Uploads slips, each as another member, and waits until all have been examined. */
async function readAll(url: string, pictures: readonly Buffer[]): Promise<void> {
  const waiting = Array.from({ length: UPLOADS }, (_, index) => index);
  const line = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const token = tokenOf(next + 1);
      const id = await upload(url, token, pictures[next % pictures.length] ?? Buffer.of());
      await untilDone(url, token, id);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, line));
}

async function upload(url: string, token: string, picture: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' }), 'slip.jpg');
  const response = await fetch(`${url}/api/wallet/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await response.text();
  if (!response.ok) throw new BenchError(`a slip was not taken: ${response.status} ${text}`);
  return (JSON.parse(text) as { slip: { _id: string } }).slip._id;
}

/** Waits for a slip's end. These slips have no transfers: each is read, looked up, and refused as unknown. */
async function untilDone(url: string, token: string, id: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (performance.now() < endMs) {
    const response = await fetch(`${url}/api/statement/slip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page: 1, limit: 10 }),
    });
    const { slips } = (await response.json()) as { slips: { _id: string; step: string }[] };
    if (slips.some((slip) => slip._id === id && slip.step === 'done')) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new BenchError('a slip was not looked at');
}
