import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Namespace, Socket } from 'socket.io';
import { AppError } from '../kernel/app-error.ts';
import type { Authenticate } from './authenticate.ts';

/** Pause between checks of the sessions behind open sockets: sessions end, and passwords change. */
const RECHECK_MS = 60_000;

/** Session lookups: the member of a token, and the end of a session. */
interface Sessions {
  authenticate: Authenticate;
  onEnded(listener: (sessionIds: readonly bigint[]) => void): void;
}

/** Returns the room of all sockets of a session. */
export const sessionRoom = (sessionId: bigint): string => `session:${sessionId}`;

/** Returns the bearer token of a socket; undefined for a guest's. */
export function tokenOf(socket: Socket): string | undefined {
  const given: unknown = socket.handshake.auth['token'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/**
 * Closes the sockets of a namespace when their sessions end, for whatever reason and in whichever process.
 */
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
