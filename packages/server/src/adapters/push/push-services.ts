import http from 'node:http';
import https from 'node:https';
import type { PushKeyPair } from '../../kernel/push-key.ts';
import type { PushBrowser } from '@krapao/contract/push-subscription';
import type { PushEndpoint, PushMessage, PushOutcome, WebPush } from '../../ports/push.ts';
import { lookUpPublic } from './public-address.ts';

/** Seconds for which a service keeps a push for a browser that is away. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Connections to one service. */
const MOST_SOCKETS = 8;

// Few processes send pushes at once, and the first loads the library.
const library = () => import('web-push');

/**
 * Web push services. The library encrypts the payload (RFC 8291) and signs the request (RFC 8292). The request itself is
 * ours: a browser names its service, so only known services at public addresses behind TLS are connected to, nothing is
 * redirected, and the answer has to come in time.
 */
export class PushServices implements WebPush {
  readonly #timeoutMs: number;
  readonly #isLocal: boolean;
  readonly #hosts: readonly string[];
  readonly #agents: { 'https:': https.Agent; 'http:': http.Agent };

  constructor(options: {
    timeoutMs: number;
    /** Services may be at any address, also a private one, and without TLS, for tests. */
    isLocal: boolean;
    /** Hosts of the known services; `*.` stands for any part in front. */
    hosts: readonly string[];
  }) {
    this.#timeoutMs = options.timeoutMs;
    this.#isLocal = options.isLocal;
    this.#hosts = options.hosts;
    const rules = {
      keepAlive: true,
      maxSockets: MOST_SOCKETS,
      ...(!options.isLocal && { lookup: lookUpPublic }),
    };
    this.#agents = { 'https:': new https.Agent(rules), 'http:': new http.Agent(rules) };
  }

  readEndpoint(endpoint: string): PushEndpoint | undefined {
    if (!URL.canParse(endpoint)) return undefined;
    const { protocol, username, password, host, hostname, port, href: address } = new URL(endpoint);
    if (username !== '' || password !== '') return undefined;
    if (this.#isLocal) return /^https?:$/.test(protocol) ? { address, service: host } : undefined;
    if (protocol !== 'https:' || port !== '') return undefined;
    const service = this.#hosts.find((known) => isOf(hostname, known));
    return service === undefined ? undefined : { address, service };
  }

  async send(
    target: PushBrowser,
    message: PushMessage,
    { contact, publicKey, privateKey }: PushKeyPair & { contact: string },
  ): Promise<PushOutcome> {
    if (this.readEndpoint(target.endpoint)?.address !== target.endpoint) {
      return { outcome: 'refused', reason: 'an address that is not sent to' };
    }
    const { default: webPush } = await library();
    let made: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      made = webPush.generateRequestDetails(
        { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
        message.payload,
        {
          vapidDetails: { subject: contact, publicKey, privateKey },
          TTL: KEPT_SECONDS,
          contentEncoding: 'aes128gcm',
          urgency: message.isUrgent ? 'high' : 'normal',
          topic: message.topic,
        },
      );
    } catch {
      // Its message may show the keys.
      return { outcome: 'refused', reason: 'keys that nothing can be encrypted for' };
    }
    try {
      return outcomeOf(await this.#post(new URL(target.endpoint), made));
    } catch (error) {
      return { outcome: 'unknown', reason: reasonOf(error) };
    }
  }

  #post(
    url: URL,
    { headers, body }: { headers: Record<string, unknown>; body: Buffer | null },
  ): Promise<Answer> {
    const isTls = url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        headers: headers as http.OutgoingHttpHeaders,
        agent: this.#agents[isTls ? 'https:' : 'http:'],
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      request.on('error', reject);
      request.on('response', (response) => {
        // The body is read away, so that the connection serves again.
        response.on('error', () => undefined);
        response.resume();
        const { 'retry-after': retryAfter, 'content-type': type = '' } = response.headers;
        resolve({ status: response.statusCode ?? 0, retryAfter, isPage: type.startsWith('text/html') });
      });
      request.end(body);
    });
  }
}

const isOf = (hostname: string, known: string): boolean =>
  known.startsWith('*.') ? hostname.endsWith(known.slice(1)) : hostname === known;

interface Answer {
  status: number;
  retryAfter: string | undefined;
  isPage: boolean;
}

function outcomeOf({ status, retryAfter, isPage }: Answer): PushOutcome {
  if (status >= 200 && status < 300) {
    // A network's own page answers in place of the service.
    return isPage ? { outcome: 'unknown', reason: 'a web page' } : { outcome: 'done' };
  }
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const reason = `status ${status}`;
  if (status !== 429 && status < 500) return { outcome: 'refused', reason };
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return { outcome: 'unknown', reason, ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }) };
}

function reasonOf(error: unknown): string {
  const { name, code, cause, message } = error as NodeJS.ErrnoException & { cause?: unknown };
  const isLate = name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError';
  if (isLate) return 'no answer in time';
  return code ?? message;
}
