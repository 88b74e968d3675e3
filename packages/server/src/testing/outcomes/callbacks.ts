import { createHmac } from 'node:crypto';
import { createChatwoot } from '../../adapters/chatwoot/client.ts';
import { createLine } from '../../adapters/line/client.ts';
import { answerSession, sessionOf } from '../../adapters/providers/pgsoft/session.ts';
import { createTruemoneyWebhook } from '../../adapters/truemoney-webhook/client.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { ServiceRecords } from '../../ports/service-records.ts';
import { startPaymentCallbacks } from './payment-callbacks.ts';
import type { CallbackTrial } from './callback-trial.ts';
import type { OutcomeTable } from './table.ts';

const SECRET = 'a-secret-of-the-tests';
const CHAT = `C${'de'.repeat(16)}`;
const ROOM = 'krapao-1';
const OLD_MS = 6 * 60_000;

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

/** Records that know one message of LINE. */
const RECORDS: ServiceRecords = {
  begin: () => Promise.resolve(true),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  find: (_service, ours) =>
    Promise.resolve(ours === '1' ? { theirs: ROOM, begunAt: new Date(0) } : undefined),
};
const NOWHERE = { baseUrl: 'http://127.0.0.1:1', timeoutMs: 1 };
const chatwoot = createChatwoot({ ...NOWHERE, inbox: 'i', hmacToken: 'h', webhookSecret: SECRET });
const line = createLine({ ...NOWHERE, token: 't', secret: SECRET, chat: CHAT, records: RECORDS });
const truemoney = createTruemoneyWebhook({ secret: SECRET, wallet: '0899999999' });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const TRIALS: readonly CallbackTrial[] = [
  {
    service: 'chatwoot',
    body: {
      event: 'message_created',
      id: 2,
      content: 'hello',
      message_type: 'outgoing',
      conversation: { contact_inbox: { source_id: ROOM } },
    },
    needed: 'id',
    sign: (body, secret, atMs) => {
      const rawBody = JSON.stringify(body);
      const time = String(Math.floor(atMs / 1_000));
      const signature = `sha256=${hmac(secret, `${time}.${rawBody}`).digest('hex')}`;
      return { rawBody, headers: { 'x-chatwoot-timestamp': time, 'x-chatwoot-signature': signature } };
    },
    read: (callback) => chatwoot.readReplies(callback),
  },
  {
    service: 'line',
    body: {
      events: [
        {
          type: 'message',
          webhookEventId: 'e1',
          source: { type: 'group', groupId: CHAT },
          message: { type: 'text', text: 'hello', quotedMessageId: '1' },
        },
      ],
    },
    needed: 'events',
    sign: (body, secret) => {
      const rawBody = JSON.stringify(body);
      return { rawBody, headers: { 'x-line-signature': hmac(secret, rawBody).digest('base64') } };
    },
    read: (callback) => line.readReplies(callback),
  },
  {
    service: 'truemoney-webhook',
    body: {
      event_type: 'P2P',
      received_time: '2026-01-02T10:04:05+07:00',
      amount: 12_550,
      sender_mobile: '0812345678',
      transaction_id: '50001',
    },
    needed: 'amount',
    sign: (body, secret) => {
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(body)}`;
      const message = `${text}.${hmac(secret, text).digest('base64url')}`;
      return { rawBody: JSON.stringify({ message }), headers: {} };
    },
    read: (callback) => truemoney.readCallback(callback),
  },
  {
    service: 'pgsoft',
    body: { operator_token: 'o', operator_player_session: sessionOf('kp1', SECRET, Date.now()) },
    needed: 'operator_player_session',
    sign: (body, secret) => {
      const form = new URLSearchParams({ ...(body as Record<string, string>), secret_key: secret });
      return { rawBody: form.toString(), headers: {} };
    },
    read: (callback) =>
      answerSession(callback, { secret: SECRET, operatorToken: 'o', currency: 'THB' }, Date.now()),
  },
];

/** Returns the word of what was read. */
function wordOfReading(read: unknown): string {
  if (read === null) return 'not believed';
  if (typeof read === 'string') return read;
  if (Array.isArray(read)) return read.length > 0 ? 'taken' : 'nothing';
  const { reason, body } = read as { reason?: unknown; body?: { error?: unknown } };
  if (reason !== undefined) return 'put aside';
  return body?.error ? 'refused' : 'taken';
}

/** Services whose signature has a time. */
const TIMED: readonly string[] = ['chatwoot', 'opn', 'stripe'];

/** Tries the callbacks that services sign. */
export async function tryCallbacks(): Promise<OutcomeTable> {
  const payments = await startPaymentCallbacks(SECRET);
  try {
    const columns = new Map<string, ReadonlyMap<string, string>>();
    for (const trial of [...TRIALS, ...payments.trials]) columns.set(trial.service, await tryCallback(trial));
    return { service: 'Callbacks', columns };
  } finally {
    await payments.stop();
  }
}

async function tryCallback({ service, body, needed, sign, read }: CallbackTrial) {
  const column = new Map<string, string>();
  const run = async (name: string, callback: Omit<IncomingCallback, 'path'>): Promise<void> => {
    column.set(name, wordOfReading(await read({ path: '/', ...callback })));
  };
  const now = Date.now();
  const right = sign(body, SECRET, now);
  const { [needed]: _left, ...without } = body;
  await run('ok', right);
  await run('the same again', right);
  await run('a field that no document names', sign({ ...body, new_field: 'x' }, SECRET, now));
  await run('a missing field', sign(without, SECRET, now));
  await run('a wrong secret', sign(body, 'another', now));
  await run('no signature', { ...right, headers: {}, rawBody: JSON.stringify(body) });
  await run('a changed body', { ...right, rawBody: right.rawBody.replace('o', '0') });
  if (TIMED.includes(service)) await run('an old time', sign(body, SECRET, now - OLD_MS));
  await run('a web page', { ...right, rawBody: '<html>' });
  return column;
}
