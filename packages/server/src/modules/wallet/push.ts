import { WALLET_CHANGED, WALLET_SOCKET } from '@krapao/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Server, Socket } from 'socket.io';
import type { CallLimits } from '../../http/call-limits.ts';
import { endWithSessions, sessionRoom, tokenOf } from '../../http/session-sockets.ts';
import { socketCaller, type SocketGate } from '../../http/socket-gate.ts';
import { socketRefusal } from '../../http/socket-refusal.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { TrustProxy } from '../../kernel/trust-proxy.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { SessionService } from '../session/service.ts';
import { ThrottleQueue } from './throttle-queue.ts';

/** Minimum interval between notifications, to a member's browsers and to the other processes. */
const TELL_EVERY_MS = 250;
/** Account numbers that fit into one PostgreSQL notification of 8,000 bytes. */
const MOST_ACCOUNTS = 300;
/** Event by which the server's processes notify each other. */
const MOVED = 'moved';

const accountRoom = (account: AccountId | string): string => `account:${account}`;

interface PushParts {
  io: Server;
  gate: SocketGate;
  ledger: Ledger;
  sessions: SessionService;
  logger: Logger;
  limits: Pick<CallLimits, 'member' | 'stranger'>;
  trustProxy: TrustProxy;
  /** False when this is the only process. */
  hasOtherProcesses: boolean;
}

/**
 * Notifies members' browsers that their money has moved, from any process. The notification carries no
 * amounts. The browser then requests its wallet, so that one endpoint answers balances and checks access.
 */
export function pushWalletChanges(app: FastifyInstance, parts: PushParts): void {
  const namespace = parts.io.of(WALLET_SOCKET);
  namespace.use((socket, next) => {
    const answer = async (): Promise<void> =>
      next(
        await socketRefusal(() => admit(socket, parts), {
          logger: parts.logger,
          what: 'admitting a wallet socket failed',
        }),
      );
    void answer();
  });
  endWithSessions(app, { ...parts, namespace });

  const told = new ThrottleQueue<string>(TELL_EVERY_MS, (accounts) => {
    const { rooms } = namespace.adapter;
    for (const account of accounts) {
      const room = accountRoom(account);
      if (rooms.has(room)) namespace.local.to(room).emit(WALLET_CHANGED);
    }
  });
  const others = new ThrottleQueue<string>(TELL_EVERY_MS, (accounts) => {
    for (let start = 0; start < accounts.length; start += MOST_ACCOUNTS) {
      namespace.serverSideEmit(MOVED, accounts.slice(start, start + MOST_ACCOUNTS));
    }
  });
  namespace.on(MOVED, (accounts: string[]) => told.add(accounts));
  parts.ledger.onMoved((accounts) => {
    const names = accounts.map(String);
    told.add(names);
    if (parts.hasOtherProcesses) others.add(names);
  });
  app.addHook('preClose', (done) => {
    told.stop();
    others.stop();
    done();
  });
}

/**
 * Subscribes a browser to the member of its session.
 * @throws AppError AppError without a valid session, or over a limit
 */
async function admit(socket: Socket, { sessions, limits, gate, trustProxy }: PushParts): Promise<void> {
  const caller = socketCaller(socket.request, trustProxy);
  const token = tokenOf(socket);
  // A connection can repeat this request without limit, so it is rate-limited.
  if (token === undefined) {
    limits.stranger(caller, undefined, WALLET_SOCKET);
    throw new AppError('UNAUTHORIZED');
  }
  const { member } = await limits.member(caller, token, sessions.authenticate);
  gate.admit(socket, member.id);
  await socket.join([accountRoom(member.walletAccount), sessionRoom(member.sessionId)]);
}
