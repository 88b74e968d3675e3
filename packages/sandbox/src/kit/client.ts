/** Calls an implementation of the house's protocol as the wallet's server does. */
import type { z } from 'zod';
import { sign } from '../signature/signature.ts';

const ANSWER_WITHIN_MS = 10_000;

/** A difference between the implementation and the protocol, in one line. */
export class Difference extends Error {}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Undefined if the answer is not JSON. */
  readonly body: unknown;
}

export interface SendOptions {
  readonly body?: object;
  /** Secret of the signature; null sends none. */
  readonly secret?: string | null;
  /** Time stamp, epoch milliseconds; now if left out. */
  readonly at?: number;
  /** Body to send in place of the signed one. */
  readonly tampered?: object;
}

export class Client {
  readonly #base: URL;
  readonly #secret: string;

  /** @param url address of the implementation, without the calls' paths */
  constructor(url: string, secret: string) {
    this.#base = new URL(url);
    this.#secret = secret;
  }

  /** @throws Difference when there is no answer in time */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const { body, secret = this.#secret, at = Date.now(), tampered } = options;
    const url = new URL(this.#base.href.replace(/\/+$/, '') + path);
    const text = body && JSON.stringify(body);
    const signed = { method, path: url.pathname + url.search, body: text ?? '' };
    const sent = tampered ? JSON.stringify(tampered) : text;
    try {
      const response = await fetch(url, {
        method,
        headers: {
          ...(secret === null ? {} : sign(secret, at, signed)),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { body: sent }),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const answer = await response.text();
      return { status: response.status, text: answer, body: parse(answer) };
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new Difference(`${method} ${path}: no answer (${String(cause)})`);
    }
  }

  /** Opens an address as a browser does, and returns the status. @throws Difference when there is no answer in time */
  async open(address: string): Promise<number> {
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      throw new Difference(`${address}: no answer (${String(error)})`);
    }
  }

  /**
   * Sends a request and reads the answer.
   * @throws Difference when status or content are not as described
   */
  async expect<T>(
    method: string,
    path: string,
    { schema, status = 200, ...options }: SendOptions & { schema: z.ZodType<T>; status?: number },
  ): Promise<T> {
    const answer = await this.send(method, path, options);
    if (answer.status !== status) {
      throw new Difference(
        `${method} ${path}: status ${answer.status}, not ${status}: ${brief(answer.text)}`,
      );
    }
    const parsed = schema.safeParse(answer.body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const place = issue?.path.join('.') || 'the answer';
    throw new Difference(
      `${method} ${path}: ${place}: ${issue?.message ?? 'is not as described'}: ${brief(answer.text)}`,
    );
  }

  /** Expects a refusal. @throws Difference */
  async expectRefusal(
    method: string,
    path: string,
    { status, code, ...options }: SendOptions & { status: number; code: string },
  ): Promise<void> {
    const answer = await this.send(method, path, options);
    const given = (answer.body as { error?: unknown } | null | undefined)?.error;
    if (answer.status === status && given === code) return;
    throw new Difference(
      `${method} ${path}: ${status} ${code} was expected, the answer is ${answer.status}: ${brief(answer.text)}`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const brief = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

/** @throws Difference with that text unless the condition holds */
export function demand(condition: boolean, text: string): asserts condition {
  if (!condition) throw new Difference(text);
}
