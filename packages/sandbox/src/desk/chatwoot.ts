/** The emulated Chatwoot: the public calls of an API inbox, and an agent's answer. */
import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { CHATWOOT } from '../services/credentials.ts';
import { emulate, type FrameDeps } from '../services/emulate.ts';
import { isEqual } from '../services/equal.ts';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';
import type { ChatwootContactRecord, DeskRoomRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { contactView, conversationView, messageView } from './chatwoot-views.ts';
import type { Desk } from './desk.ts';
import { textContent } from './plain-text.ts';

const INBOX = '/chatwoot/public/api/v1/inboxes/:inbox';
const CONTACT = `${INBOX}/contacts/:source`;
const CONVERSATION = `${CONTACT}/conversations/:conversation`;

const ERRORS = {
  not_found: { status: 404, body: { error: 'Resource could not be found' } },
  invalid_token: { status: 401, body: { error: 'Invalid Access Token' } },
  /** A wrong hash of an identifier raises an error that the service does not handle. */
  bad_identifier_hash: { status: 500, body: { status: 500, error: 'Internal Server Error' } },
  unprocessable: { status: 422, body: { message: 'param is missing or the value is empty' } },
  too_many_requests: { status: 429, body: 'Retry later\n', headers: { 'retry-after': '60' } },
} satisfies Record<string, ServiceError>;

const badRequest = (problem: string): ServiceError => ({ status: 422, body: { message: problem } });

const contactBody = z.object({
  identifier: z.string().min(1).optional(),
  identifier_hash: z.string().optional(),
  name: z.string().default(''),
  email: z.string().nullish(),
  phone_number: z.string().nullish(),
});

const messageBody = z.object({ content: z.string().min(1, 'is missing'), echo_id: z.string().optional() });
const agentBody = z.object({ content: z.string().min(1), private: z.boolean().default(false) });

interface Params {
  readonly inbox?: string;
  readonly source?: string;
  readonly conversation?: string;
  readonly account?: string;
}

export interface ChatwootDeps extends FrameDeps {
  readonly desk: Desk;
  readonly store: Store;
}

function checkHash({ identifier, identifier_hash: hash }: z.output<typeof contactBody>): void {
  if (hash === undefined) return;
  const expected = createHmac('sha256', CHATWOOT.hmacToken)
    .update(identifier ?? '')
    .digest('hex');
  if (!isEqual(hash, expected)) throw new Refusal(ERRORS.bad_identifier_hash);
}

/** Finds contacts and conversations by the parameters of a path. */
class Lookup {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws Refusal */
  contact({ source }: Params): ChatwootContactRecord {
    const contact = this.#store.get('chatwootContacts', source ?? '');
    if (!contact) throw new Refusal(ERRORS.not_found);
    return contact;
  }

  rooms({ source }: Params): DeskRoomRecord[] {
    const rooms = this.#store.list('deskRooms');
    return rooms.filter(({ service, sourceId }) => service === 'chatwoot' && sourceId === source);
  }

  /** @throws Refusal */
  room(params: Params): DeskRoomRecord {
    this.contact(params);
    const room = this.rooms(params).find((one) => String(one.conversationId) === params.conversation);
    if (!room) throw new Refusal(ERRORS.not_found);
    return room;
  }
}

export function chatwootRoutes(app: App, deps: ChatwootDeps): void {
  emulate(
    app,
    {
      port: 'desk:chatwoot',
      errors: ERRORS,
      badRequest,
      failure: { status: 500, error: 'Internal Server Error' },
      refusal: ERRORS.unprocessable,
    },
    deps,
  );
  app.addHook<{ Params: Params }>('preValidation', async ({ params, headers }) => {
    if (params.inbox !== undefined && params.inbox !== CHATWOOT.inboxIdentifier) {
      throw new Refusal(ERRORS.not_found);
    }
    const isAgents = params.account !== undefined;
    if (isAgents && !isEqual(headers['api_access_token'], CHATWOOT.agentToken)) {
      throw new Refusal(ERRORS.invalid_token);
    }
  });
  contactRoutes(app, deps);
  messageRoutes(app, deps);
  agentRoutes(app, deps);
}

function contactRoutes(app: App, { desk, store, now }: ChatwootDeps): void {
  const lookup = new Lookup(store);
  app.post(`${INBOX}/contacts`, async ({ body }) => {
    const asked = readOr(contactBody, body, badRequest);
    checkHash(asked);
    const contacts = store.list('chatwootContacts');
    const known = contacts.find(({ identifier }) => identifier !== null && identifier === asked.identifier);
    // A known person gets a new source id, and keeps the contact's number.
    const value: ChatwootContactRecord = {
      sourceId: randomUUID(),
      id: known?.id ?? Math.max(0, ...contacts.map(({ id }) => id)) + 1,
      identifier: asked.identifier ?? null,
      name: asked.name,
      email: asked.email ?? null,
      phone: asked.phone_number ?? null,
    };
    store.commit([{ table: 'chatwootContacts', key: value.sourceId, value }]);
    return contactView(value);
  });
  app.get<{ Params: Params }>(CONTACT, async ({ params }) => contactView(lookup.contact(params)));
  app.post<{ Params: Params }>(`${CONTACT}/conversations`, async ({ params }) => {
    const { sourceId, name } = lookup.contact(params);
    const numbers = store.list('deskRooms').map(({ conversationId = 0 }) => conversationId);
    const conversationId = Math.max(0, ...numbers) + 1;
    const value: DeskRoomRecord = {
      room: `chatwoot-${conversationId}`,
      name,
      callbackUrl: '',
      bot: true,
      lastAt: now(),
      service: 'chatwoot',
      sourceId,
      conversationId,
    };
    store.commit([{ table: 'deskRooms', key: value.room, value }]);
    return conversationView(value, []);
  });
  app.get<{ Params: Params }>(`${CONTACT}/conversations`, async ({ params }) => {
    lookup.contact(params);
    return lookup.rooms(params).map((room) => conversationView(room, desk.numbered(room.room)));
  });
}

function messageRoutes(app: App, { desk, store }: ChatwootDeps): void {
  const lookup = new Lookup(store);
  app.get<{ Params: Params }>(`${CONVERSATION}/messages`, async ({ params }) => {
    const { room, conversationId = 0 } = lookup.room(params);
    return desk.numbered(room).map((message) => messageView(message, conversationId));
  });
  // `echo_id` is only sent back: a repeated call is a second message.
  app.post<{ Params: Params }>(`${CONVERSATION}/messages`, async ({ params, body }) => {
    const { content, echo_id: echo } = readOr(messageBody, body, badRequest);
    const { room, conversationId = 0, sourceId = '', name } = lookup.room(params);
    const id = randomUUID();
    desk.take({
      id,
      room,
      name,
      content: textContent(content),
      callbackUrl: '',
      service: 'chatwoot',
      sourceId,
      conversationId,
    });
    const message = desk.numbered(room).find((one) => one.id === id);
    return { ...(message && messageView(message, conversationId)), ...(echo && { echo_id: echo }) };
  });
}

function agentRoutes(app: App, { desk, store }: ChatwootDeps): void {
  app.post<{ Params: Params }>(
    '/chatwoot/api/v1/accounts/:account/conversations/:conversation/messages',
    async ({ params, body }) => {
      const { content } = readOr(agentBody, body, badRequest);
      const room = store
        .list('deskRooms')
        .find(({ conversationId }) => String(conversationId) === params.conversation);
      if (!room || params.account !== String(CHATWOOT.accountId)) throw new Refusal(ERRORS.not_found);
      const { id } = desk.answer(room.room, textContent(content));
      const message = desk.numbered(room.room).find((one) => one.id === id);
      return message ? messageView(message, room.conversationId ?? 0) : {};
    },
  );
}
