import { unknown, type Unknown } from '../../ports/outcome.ts';
import type { ServiceConnection } from './service-call.ts';

const MOST_REDIRECTS = 2;

export interface PictureLimits extends ServiceConnection {
  mostBytes: number;
}

/**
 * Fetches a picture that a service names, without credentials. It is at the service's own address or behind TLS.
 * @returns its bytes; unknown when there is none, or it is too large
 */
export async function fetchPicture(address: string, limits: PictureLimits): Promise<Uint8Array | Unknown> {
  const { baseUrl, timeoutMs, mostBytes } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  let url = URL.canParse(address) ? new URL(address) : null;
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      if (!url || !isTrusted(url, baseUrl)) return unknown('the picture has no address that is taken');
      const response = await fetch(url, { redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = URL.canParse(location, url.href) ? new URL(location, url) : null;
        continue;
      }
      if (response.status !== 200) return unknown(`picture: status ${response.status}`);
      return (await readUpTo(response, mostBytes)) ?? unknown('the picture is too large');
    }
    return unknown('the picture is redirected too often');
  } catch (error) {
    return unknown(
      (error as Error).name === 'TimeoutError' ? 'no picture in time' : 'the picture did not arrive',
    );
  }
}

const isTrusted = (url: URL, baseUrl: string): boolean =>
  url.origin === new URL(baseUrl).origin || url.protocol === 'https:';

/** Reads a body; null beyond a size. */
async function readUpTo(response: Response, mostBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (!body) return new Uint8Array();
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
