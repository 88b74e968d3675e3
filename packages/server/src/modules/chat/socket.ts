import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Server, Socket } from 'socket.io';
import type { Member } from '../../domain/member.ts';
import type { CallLimits } from '../../http/call-limits.ts';
import { endWithSessions, sessionRoom, tokenOf } from '../../http/session-sockets.ts';
import { socketCaller, type SocketGate } from '../../http/socket-gate.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isDatabaseAway } from '../../kernel/database-away.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { TrustProxy } from '../../kernel/trust-proxy.ts';
import type { SessionService } from '../session/service.ts';
import type { ChatService } from './service.ts';

export type JoinAnswer = { ok: true } | { ok: false; message: string };

/** Realtime part of the chat: authorizes joins and broadcasts messages. */
class ChatSocketServer {
  readonly #io: Server;
  readonly #sessions: SessionService;
  readonly #chat: ChatService;
  readonly #logger: Logger;
  readonly #limits: Pick<CallLimits, 'member' | 'stranger'>;
  readonly #gate: SocketGate;
  readonly #trustProxy: TrustProxy;
  /** Maximum number of sockets of one customer. */
  readonly #mostInRoom: number;

  constructor(
    app: FastifyInstance,
    parts: {
      io: Server;
      sessions: SessionService;
      chat: ChatService;
      logger: Logger;
      settings: Pick<Settings, 'limits'>;
      limits: Pick<CallLimits, 'member' | 'stranger'>;
      gate: SocketGate;
      trustProxy: TrustProxy;
    },
  ) {
    const { io } = parts;
    this.#io = io;
    this.#sessions = parts.sessions;
    this.#chat = parts.chat;
    this.#logger = parts.logger;
    this.#limits = parts.limits;
    this.#gate = parts.gate;
    this.#trustProxy = parts.trustProxy;
    this.#mostInRoom = parts.settings.limits.SOCKETS_PER_MEMBER.points;
    io.on('connection', (socket) => this.#connected(socket));
    parts.chat.onMessage((room, message) => io.to(room).emit('messaging', message));
    endWithSessions(app, { ...parts, namespace: io.of('/') });
  }

  #connected(socket: Socket): void {
    let isJoining = false;
    socket.on('join', (room: unknown, answer: unknown) => {
      const tell = typeof answer === 'function' ? (answer as (said: JoinAnswer) => void) : () => undefined;
      // A socket may run only one join, and so one database query, at a time.
      if (isJoining) return tell({ ok: false, message: 'REQUEST_LIMIT' });
      isJoining = true;
      void this.#answerJoin(socket, room).then((said) => {
        isJoining = false;
        tell(said);
      });
    });
  }

  async #answerJoin(socket: Socket, room: unknown): Promise<JoinAnswer> {
    try {
      return await this.#join(socket, room);
    } catch (error) {
      if (error instanceof AppError) return { ok: false, message: error.code };
      this.#logger.error({ err: error }, 'joining a chat failed');
      if (isDatabaseAway(error)) return { ok: false, message: 'SERVICE_UNAVAILABLE' };
      return { ok: false, message: 'INTERNAL_SERVER_ERROR' };
    }
  }

  async #join(socket: Socket, room: unknown): Promise<JoinAnswer> {
    const member = await this.#memberOf(socket);
    const customer = typeof room === 'string' ? this.#chat.customerOfRoom(room, member) : undefined;
    if (!customer) throw new AppError('UNAUTHORIZED');
    const isFull =
      (this.#io.sockets.adapter.rooms.get(this.#chat.roomOf(customer))?.size ?? 0) >= this.#mostInRoom;
    if (isFull && !socket.rooms.has(this.#chat.roomOf(customer))) throw new AppError('REQUEST_LIMIT');
    // A socket is in one room at a time: joining creates a room, and a guest could name any number of them.
    const rooms = [this.#chat.roomOf(customer), ...(member ? [sessionRoom(member.sessionId)] : [])];
    for (const earlier of socket.rooms) {
      if (earlier !== socket.id && !rooms.includes(earlier)) await socket.leave(earlier);
    }
    await socket.join(rooms);
    return { ok: true };
  }

  async #memberOf(socket: Socket): Promise<Member | undefined> {
    const caller = socketCaller(socket.request, this.#trustProxy);
    const token = tokenOf(socket);
    if (token === undefined) {
      this.#limits.stranger(caller, undefined, 'join');
      return undefined;
    }
    const { member } = await this.#limits.member(caller, token, this.#sessions.authenticate);
    this.#gate.admit(socket, member.id);
    return member;
  }
}

/** Lets browsers into the chat's rooms. */
export function serveChatSockets(
  app: FastifyInstance,
  parts: ConstructorParameters<typeof ChatSocketServer>[1],
): void {
  // The event listeners keep the instance alive.
  void new ChatSocketServer(app, parts);
}
