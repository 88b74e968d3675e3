import { createHash, randomBytes } from 'node:crypto';
import type { Unknown } from '../../../ports/outcome.ts';
import { exchange, type Reply } from '../../http/exchange.ts';
import { requiredValue, type ServiceOptions } from '../service/options.ts';
import { localTime } from '../service/replies.ts';

/** The service's day and the times of its reports. */
export const JILI_OFFSET_HOURS = -4;

/** Letters on each side of the key. */
const PADDING_BYTES = 3;

type Fields = Readonly<Record<string, string>>;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Returns the key of a day: year and month in two digits each, the day without a zero before it. */
export function dayKey({ agentId, agentKey }: { agentId: string; agentKey: string }, nowMs: number): string {
  const [year = '', month = '', day = ''] = localTime(nowMs, JILI_OFFSET_HOURS).slice(2, 10).split('-');
  return md5(`${year}${month}${Number(day)}${agentId}${agentKey}`);
}

/** Returns the hash of the raw fields in the order in which they are sent, the agent at the end. */
export const signJili = (fields: Fields, key: string): string =>
  md5(
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('&') + key,
  );

/** Calls JILI: forms, whose key is hidden between random letters. */
export class JiliClient {
  readonly #options: ServiceOptions;
  readonly #agentId: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#agentId = requiredValue(options, 'AGENT');
  }

  send(call: string, content: Fields): Promise<Reply | Unknown> {
    const { baseUrl, secret, timeoutMs, now = Date.now } = this.#options;
    const fields = { ...content, AgentId: this.#agentId };
    const hash = signJili(fields, dayKey({ agentId: this.#agentId, agentKey: secret }, now()));
    const padding = (): string => randomBytes(PADDING_BYTES).toString('hex');
    const body = new URLSearchParams({ ...fields, Key: padding() + hash + padding() }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return exchange({ method: 'POST', url: new URL(`${baseUrl}/${call}`), headers, body, timeoutMs });
  }
}
