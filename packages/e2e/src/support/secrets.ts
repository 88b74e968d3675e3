/**
 * Secrets that may not occur in a log: passwords, session tokens, links and pages that open a game, tokens of
 * log-in forms. The tests collect them from all requests and replies, and search the logs for all of them
 * when a stack ends.
 */

/** Shorter secrets (a code of six digits) occur in any log by chance. */
const MIN_LENGTH = 8;

/** Fields of requests, replies, forms and addresses that contain a secret. */
const SECRET_FIELDS = new Set([
  'password',
  'oldPassword',
  'newPassword',
  'token',
  // A session that PG Soft's games are opened with.
  'ops',
  'otpToken',
  '__VIEWSTATE',
]);

const used = new Set<string>();
const tokens = new Set<string>();

/** Returns every secret that this process has seen in use. */
export const secretsUsed = (): readonly string[] => [...used];

/** Returns the session tokens among them. */
export const sessionTokens = (): readonly string[] => [...tokens];

/** Amount searched so far in this process. */
const searched = { logs: 0, bytes: 0 };

/** Returns the amount searched and the number of secrets, in a line. */
export const searchFigures = (): string =>
  `${searched.logs} logs of ${(searched.bytes / 2 ** 20).toFixed(1)} MB searched for ${used.size} secrets`;

export function noteSecret(value: string): void {
  if (value.length >= MIN_LENGTH) used.add(value);
}

export interface SeenRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | null | undefined;
}

/** Stores the secrets of a request. */
export function noteRequest({ url, headers, body }: SeenRequest): void {
  const bearer = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
  if (bearer) noteSecret(bearer);
  if (bearer && bearer.length >= MIN_LENGTH) tokens.add(bearer);
  noteAddress(url);
  if (!body) return;
  if (headers['content-type']?.includes('urlencoded')) noteFields(new URLSearchParams(body));
  else noteReply(parsed(body));
}

/** Stores the secrets in a reply of the API, or in a body sent to it. */
export function noteReply(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'object') noteReply(value);
    if (typeof value !== 'string') continue;
    if (SECRET_FIELDS.has(name)) noteSecret(value);
    if (URL.canParse(value)) noteAddress(value);
  }
}

/** Stores addresses that are secret as a whole or in part: auto-login calls and their answers. */
function noteAddress(url: string): void {
  const { pathname, searchParams } = new URL(url);
  const password = /^\/api\/autoLogin\/[^/]+\/[^/]+\/([^/]+)$/.exec(pathname)?.[1];
  const page = /^\/api\/launch\/([^/]+)$/.exec(pathname)?.[1];
  for (const part of [password, page]) if (part) noteSecret(decodeURIComponent(part));
  noteFields(searchParams);
}

function noteFields(fields: URLSearchParams): void {
  for (const [name, value] of fields) if (SECRET_FIELDS.has(name)) noteSecret(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the secrets found in a log, in plain, percent-encoded or quoted form. */
export function findSecrets(log: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((form) =>
      log.includes(form),
    ),
  );
}

/** @throws Error naming the log lines that contain secrets (with the secrets blotted out) */
export function expectNoSecrets(name: string, log: string, secrets = secretsUsed()): void {
  searched.logs += 1;
  searched.bytes += log.length;
  const found = findSecrets(log, secrets);
  if (found.length === 0) return;
  const lines = log.split('\n').filter((line) => findSecrets(line, found).length > 0);
  const blotted = lines
    .slice(0, 5)
    .map((line) => found.reduce((text, one) => text.replaceAll(one, '***'), line));
  throw new Error(`the log of the ${name} has ${found.length} secrets in it:\n${blotted.join('\n')}`);
}
