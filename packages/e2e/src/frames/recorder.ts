import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';

/** One picture of the series. */
export interface Frame {
  file: string;
  /** Time since the start of the walk. */
  atMs: number;
  /** Current step of the player. */
  step: string;
}

/** A part of the walk, with the time until the player could see its end. */
export interface Step {
  name: string;
  startMs: number;
  tookMs: number;
}

const FRAME_EVERY_MS = 250;

/** Slow 4G as in measuring tools: round trip in ms, bytes a second down and up. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Slowdown of a cheap phone against a desk computer. */
const CPU_SLOWDOWN = 4;

/** Makes a page as slow as a cheap phone on a weak network, and takes a picture of it four times a second. */
export class Recorder {
  readonly frames: Frame[] = [];
  readonly steps: Step[] = [];
  readonly #session: CDPSession;
  readonly #folder: string;
  readonly #startedAt = performance.now();
  #latest: { data: string; atMs: number } | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #step = '';

  private constructor(session: CDPSession, folder: string) {
    this.#session = session;
    this.#folder = folder;
  }

  static async start(page: Page, folder: string): Promise<Recorder> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const recorder = new Recorder(session, folder);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      recorder.#latest = { data, atMs: recorder.#nowMs() };
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await session.send('Page.startScreencast', {
      format: 'png',
      everyNthFrame: 1,
      maxWidth: 390,
      maxHeight: 844,
    });
    recorder.#timer = setInterval(() => recorder.#take(), FRAME_EVERY_MS);
    return recorder;
  }

  #nowMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  /** Writes the newest picture, if it has not been written yet. */
  #take(): void {
    const latest = this.#latest;
    if (!latest) return;
    this.#latest = undefined;
    const file = `${String(this.frames.length).padStart(4, '0')}-${latest.atMs}ms.png`;
    this.frames.push({ file, atMs: latest.atMs, step: this.#step });
    const written = writeFile(path.join(this.#folder, file), Buffer.from(latest.data, 'base64'));
    this.#writing = Promise.all([this.#writing, written]);
  }

  /** Runs a part of the walk and notes its duration. */
  async step(name: string, walk: () => Promise<void>): Promise<void> {
    this.#step = name;
    const startMs = this.#nowMs();
    await walk();
    this.steps.push({ name, startMs, tookMs: this.#nowMs() - startMs });
  }

  /** Ends the series once the last picture is written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#session.send('Page.stopScreencast');
    this.#take();
    await this.#writing;
  }
}
