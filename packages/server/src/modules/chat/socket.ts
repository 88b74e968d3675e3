import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { Member } from '../../http/member.ts';
import { createPool } from '../../database/postgres-pool.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isDatabaseAway } from '../../kernel/database-away.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { TrustProxy } from '../../kernel/trust-proxy.ts';
import type { SessionService } from '../session/service.ts';
import { ListeningPool } from './listening-pool.ts';
import type { ChatService } from './service.ts';
import { SocketGate } from './socket-gate.ts';

/** What is said over the socket is short; messages come by HTTP. */
const MAX_BYTES = 4 * 1024;
/** Longer than a notification ever takes. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** How often the sessions behind open sockets are looked at: they end, and passwords change. */
const RECHECK_MS = 60_000;

interface SocketData {
  token: string | undefined;
}

type ChatSocket = Socket<Record<string, never>, Record<string, never>, Record<string, never>, SocketData>;

export type JoinAnswer = { ok: true } | { ok: false; message: string };

const sessionRoom = (sessionId: bigint): string => `session:${sessionId}`;

/** The realtime side of the chat: who may be in a room, and what is said there. */
class ChatSocketServer {
  readonly #io: Server;
  readonly #sessions: SessionService;
  readonly #chat: ChatService;
  readonly #logger: Logger;
  readonly #pool: pg.Pool | undefined;
  readonly #listening: ListeningPool | undefined;
  readonly #recheck: NodeJS.Timeout;
  /** Sockets of one customer. */
  readonly #mostInRoom: number;

  constructor(
    app: FastifyInstance,
    parts: {
      sessions: SessionService;
      chat: ChatService;
      logger: Logger;
      settings: Pick<Settings, 'databaseUrl' | 'limits'>;
      trustProxy: TrustProxy;
    },
  ) {
    this.#sessions = parts.sessions;
    this.#chat = parts.chat;
    this.#logger = parts.logger;
    const { databaseUrl, limits } = parts.settings;
    const gate = new SocketGate(limits.SOCKETS_PER_ADDRESS.points, parts.trustProxy);
    this.#mostInRoom = limits.SOCKETS_PER_MEMBER.points;
    this.#io = new Server(app.server, {
      serveClient: false,
      maxHttpBufferSize: MAX_BYTES,
      allowRequest: gate.allowRequest,
      // Fastify closes the HTTP server itself.
      cleanupEmptyChildNamespaces: true,
    });
    gate.watch(this.#io.engine);
    // Without a database that several processes share, this one is alone.
    if (databaseUrl) {
      this.#pool = createPool({
        connectionString: databaseUrl,
        max: 2,
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      });
      const errorHandler = (err: Error): void => this.#logger.warn({ err }, 'chat between processes failed');
      this.#listening = new ListeningPool(this.#pool, () => this.#renewAll());
      // It asks a pool for connections and queries, and for nothing else.
      this.#io.adapter(createAdapter(this.#listening as unknown as pg.Pool, { errorHandler }));
    }
    this.#io.on('connection', (socket: ChatSocket) => this.#connected(socket));
    parts.chat.onMessage((room, message) => this.#io.to(room).emit('messaging', message));
    parts.sessions.onEnded((sessionIds) => {
      for (const id of sessionIds) this.#io.in(sessionRoom(id)).disconnectSockets(true);
    });
    this.#recheck = setInterval(() => void this.#recheckAll(), RECHECK_MS);
    this.#recheck.unref();
    app.addHook('preClose', () => this.#close());
  }

  #connected(socket: ChatSocket): void {
    const given: unknown = socket.handshake.auth['token'];
    socket.data.token = typeof given === 'string' && given !== '' ? given : undefined;
    const listen = socket as unknown as Socket;
    let isJoining = false;
    listen.on('join', (room: unknown, answer: unknown) => {
      const tell = typeof answer === 'function' ? (answer as (said: JoinAnswer) => void) : () => undefined;
      // One question to the database at a time is enough for one browser.
      if (isJoining) return tell({ ok: false, message: 'REQUEST_LIMIT' });
      isJoining = true;
      void this.#answerJoin(socket, room).then((said) => {
        isJoining = false;
        tell(said);
      });
    });
  }

  async #answerJoin(socket: ChatSocket, room: unknown): Promise<JoinAnswer> {
    try {
      return await this.#join(socket, room);
    } catch (error) {
      if (error instanceof AppError) return { ok: false, message: error.code };
      this.#logger.error({ err: error }, 'joining a chat failed');
      if (isDatabaseAway(error)) return { ok: false, message: 'SERVICE_UNAVAILABLE' };
      return { ok: false, message: 'INTERNAL_SERVER_ERROR' };
    }
  }

  async #join(socket: ChatSocket, room: unknown): Promise<JoinAnswer> {
    const member = await this.#memberOf(socket);
    const customer = typeof room === 'string' ? this.#chat.customerOfRoom(room, member) : undefined;
    if (!customer) throw new AppError('UNAUTHORIZED');
    const isFull =
      (this.#io.sockets.adapter.rooms.get(this.#chat.roomOf(customer))?.size ?? 0) >= this.#mostInRoom;
    if (isFull && !socket.rooms.has(this.#chat.roomOf(customer))) throw new AppError('REQUEST_LIMIT');
    // A browser is in one room: rooms are made as they are joined, and a guest could name them without end.
    const rooms = [this.#chat.roomOf(customer), ...(member ? [sessionRoom(member.sessionId)] : [])];
    for (const earlier of socket.rooms) {
      if (earlier !== socket.id && !rooms.includes(earlier)) await socket.leave(earlier);
    }
    await socket.join(rooms);
    return { ok: true };
  }

  async #memberOf(socket: ChatSocket): Promise<Member | undefined> {
    const { token } = socket.data;
    return token === undefined ? undefined : this.#sessions.authenticate(token);
  }

  /** Ends the sockets whose sessions are over without this process having ended them. */
  async #recheckAll(): Promise<void> {
    for (const socket of this.#io.sockets.sockets.values()) {
      try {
        await this.#memberOf(socket as ChatSocket);
      } catch (error) {
        if (error instanceof AppError) socket.disconnect(true);
        else this.#logger.warn({ err: error }, 'a chat session could not be looked at');
      }
    }
  }

  /** Has every browser connect anew, and so ask for what it may have missed. */
  #renewAll(): void {
    this.#logger.info('chat hears the other processes again');
    for (const socket of this.#io.sockets.sockets.values()) socket.conn.close();
  }

  get open(): number {
    return this.#io.engine.clientsCount;
  }

  async #close(): Promise<void> {
    clearInterval(this.#recheck);
    this.#listening?.close();
    await this.#io.close();
    await this.#pool?.end();
  }
}

/**
 * Opens the sockets of a server process; they close with it.
 * @returns how many are open
 */
export function serveChatSockets(
  app: FastifyInstance,
  parts: ConstructorParameters<typeof ChatSocketServer>[1],
): () => number {
  const sockets = new ChatSocketServer(app, parts);
  return () => sockets.open;
}
