import { ERROR_STATUS, isErrorCode } from '@krapao/contract/errors';
import type { Answer } from './call.ts';

/** Counts of the players' observations during a fault, including answers that must never occur. */
export class Seen {
  readonly #counts = new Map<string, number>();
  readonly problems: string[] = [];
  total = 0;
  /** Time of the last successful call, by the process's clock. */
  lastGoodMs = 0;
  #firstGoodAfter: { sinceMs: number; atMs: number | undefined } | undefined;

  add(what: string, answer: Answer | undefined): void {
    this.total += 1;
    const words = this.#wordsFor(what, answer);
    this.#counts.set(words, (this.#counts.get(words) ?? 0) + 1);
    if (answer?.status !== 200) return;
    this.lastGoodMs = performance.now();
    if (this.#firstGoodAfter) this.#firstGoodAfter.atMs ??= this.lastGoodMs;
  }

  /** Starts looking for the first successful call. */
  watch(): void {
    this.#firstGoodAfter = { sinceMs: performance.now(), atMs: undefined };
  }

  /** Returns the time until a call succeeded; undefined for not yet. */
  get firstGoodMs(): number | undefined {
    const { sinceMs = 0, atMs } = this.#firstGoodAfter ?? {};
    return atMs === undefined ? undefined : atMs - sinceMs;
  }

  countOf(words: string): number {
    return this.#counts.get(words) ?? 0;
  }

  /** Returns all counts, the most frequent first: `210 × 200, 12 × 503 SERVICE_UNAVAILABLE`. */
  toString(): string {
    const sorted = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    return sorted.map(([words, count]) => `${count} × ${words}`).join(', ');
  }

  #wordsFor(what: string, answer: Answer | undefined): string {
    if (!answer) return 'no answer';
    const { status, body, retryAfter } = answer;
    if (status === 200) return '200';
    const { message: code } = body;
    if (typeof code !== 'string' || !isErrorCode(code) || ERROR_STATUS[code] !== status) {
      this.problems.push(`${what} was answered ${status} ${JSON.stringify(body).slice(0, 200)}`);
      return `${status} without a code`;
    }
    if (code === 'INTERNAL_SERVER_ERROR') this.problems.push(`${what} was answered ${code}`);
    if (code === 'SERVICE_UNAVAILABLE' && !(Number(retryAfter) > 0))
      this.problems.push(`${what} was answered ${code} without a Retry-After`);
    return `${status} ${code}`;
  }
}
