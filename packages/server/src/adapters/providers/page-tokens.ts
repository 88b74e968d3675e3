import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { MAINTENANCE_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { exchange, type Reply } from '../http/exchange.ts';
import { parseObject } from '../http/read-answer.ts';
import type { SignedClientOptions } from '../http/signed-client.ts';
import { createSignedJson } from './signed-json.ts';

/** Hidden fields that the log-in form must return unchanged. */
const TOKENS = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTTARGET', '__EVENTARGUMENT'] as const;

/**
 * Signed JSON for the money. Its log-in form requires tokens from its page, which are valid once and briefly.
 */
export function createPageTokens(options: SignedClientOptions): GameProvider {
  const { baseUrl, timeoutMs } = options;
  return {
    ...createSignedJson(options),

    async formTokens() {
      // The page is public, so the request is not signed.
      const reply = await exchange({ method: 'GET', url: new URL(`${baseUrl}/login`), timeoutMs });
      return reply.outcome === 'unknown' ? reply : toTokens(reply);
    },
  };
}

/** Reads the tokens of a log-in page. A page without all of them is not the expected page. */
export function toTokens(reply: Reply): Outcome<Readonly<Record<string, string>>> {
  if (reply.status === 503 && parseObject(reply.text)?.['error'] === 'maintenance') {
    return refused(MAINTENANCE_AT_PROVIDER);
  }
  if (reply.status !== 200) return unknown(`status ${reply.status}`);
  const hidden = hiddenInputs(parse(reply.text));
  const tokens = TOKENS.flatMap((name) => {
    const value = hidden.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isWhole = tokens.length === TOKENS.length && hidden.get('__VIEWSTATE') !== '';
  return isWhole ? done(Object.fromEntries(tokens)) : unknown('the log-in page has no tokens');
}

/** Returns the values of hidden inputs by name. The first input of a name counts. */
function hiddenInputs(document: DefaultTreeAdapterTypes.Document): Map<string, string> {
  const found = new Map<string, string>();
  const nodes: DefaultTreeAdapterTypes.Node[] = [document];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if ('childNodes' in node) nodes.push(...node.childNodes.toReversed());
    if (!('attrs' in node) || node.tagName !== 'input') continue;
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    const name = attributes.get('name');
    if (attributes.get('type')?.toLowerCase() !== 'hidden' || !name || found.has(name)) continue;
    found.set(name, attributes.get('value') ?? '');
  }
  return found;
}
