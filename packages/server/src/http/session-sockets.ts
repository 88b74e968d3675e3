import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Namespace, Socket } from 'socket.io';
import { AppError } from '../kernel/app-error.ts';
import type { Authenticate } from './member.ts';

/** How often the sessions behind open sockets are looked at: they end, and passwords change. */
const RECHECK_MS = 60_000;

/** Those who know whose a token is, and when a session ends. */
interface Sessions {
  authenticate: Authenticate;
  onEnded(listener: (sessionIds: readonly bigint[]) => void): void;
}

/** The room of everything that was opened with a session. */
export const sessionRoom = (sessionId: bigint): string => `session:${sessionId}`;

/** The bearer token a socket was opened with; undefined for a stranger's. */
export function tokenOf(socket: Socket): string | undefined {
  const given: unknown = socket.handshake.auth['token'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** Ends the sockets of a namespace with the sessions they were opened with, wherever and however those end. */
export function endWithSessions(
  app: FastifyInstance,
  parts: { namespace: Namespace; sessions: Sessions; logger: Logger },
): void {
  const { namespace, sessions, logger } = parts;
  sessions.onEnded((sessionIds) => {
    for (const id of sessionIds) namespace.in(sessionRoom(id)).disconnectSockets(true);
  });
  const recheck = async (): Promise<void> => {
    for (const socket of namespace.sockets.values()) {
      const token = tokenOf(socket);
      if (token === undefined) continue;
      try {
        await sessions.authenticate(token);
      } catch (error) {
        if (error instanceof AppError) socket.disconnect(true);
        else logger.warn({ err: error }, 'the session of a socket could not be looked at');
      }
    }
  };
  const timer = setInterval(() => void recheck(), RECHECK_MS);
  timer.unref();
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });
}
