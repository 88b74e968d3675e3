import { QUEUE_CHANGED, STAFF_SOCKET_PATH } from '@krapao/contract/staff/live';
import { QUEUES, type QueueName } from '@krapao/contract/staff/today';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { socketRefusal } from '../../http/socket-refusal.ts';
import { isOwnOrigin, staffTokenOf } from '../../http/staff-router.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { Worker } from '../../kernel/worker.ts';
import { queuesOf } from './queue-permissions.ts';
import { readSigns } from './signs.ts';

/** Pause between looks at the queues while a console listens. */
const LOOK_EVERY_MS = 1_000;
/** A socket that is not admitted is closed. */
const ADMIT_WITHIN_MS = 5_000;
/** The console sends nothing by its socket. */
const MAX_BYTES = 1_024;

interface LiveParts {
  database: Database;
  /** Returns the person of a session's token without making it last longer. @throws StaffError UNAUTHORIZED */
  authenticate: (token: string) => Promise<StaffCaller>;
  logger: Logger;
}

/**
 * Tells open consoles which queues have changed, in whichever process they did: each process looks at the queues while
 * a console listens there. A notification at each payment would cost the ledger more than this look.
 */
export function tellQueueChanges(app: FastifyInstance, { database, authenticate, logger }: LiveParts): void {
  const io = new Server(app.server, {
    path: STAFF_SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_BYTES,
    connectTimeout: ADMIT_WITHIN_MS,
    allowRequest: ({ headers }, done) => done(null, isOwnOrigin(headers, headers.host ?? '')),
  });
  let known: ReadonlyMap<QueueName, string> | undefined;

  const admit = async (socket: Socket): Promise<void> => {
    const staff = await authenticate(staffTokenOf(app.parseCookie(socket.request.headers.cookie ?? '')));
    if (staff.mustSetUpFactor) throw new StaffError('SECOND_FACTOR_REQUIRED');
    const may = new Set<string>(queuesOf(staff.permissions));
    for (const name of QUEUES) {
      if (may.has(name)) await socket.join(name);
      else await socket.leave(name);
    }
  };
  const refusal = (socket: Socket) =>
    socketRefusal(() => admit(socket), { logger, what: 'admitting a socket of staff failed' });

  io.use((socket, next) => {
    const answer = async (): Promise<void> => next(await refusal(socket));
    void answer();
  });

  /** Sessions end and roles change while a socket is open. */
  const checkListeners = async (): Promise<void> => {
    for (const socket of io.sockets.sockets.values()) {
      if (await refusal(socket)) socket.disconnect(true);
    }
  };
  const worker = new Worker({
    name: 'queues of staff',
    everyMs: LOOK_EVERY_MS,
    logger,
    round: async () => {
      if (io.sockets.sockets.size === 0) {
        known = undefined;
        return false;
      }
      const before = known;
      const signs = await readSigns(database.queries, QUEUES);
      known = signs;
      // Before the first look anything may have changed.
      const changed = QUEUES.filter((name) => before?.get(name) !== signs.get(name));
      if (changed.length > 0) await checkListeners();
      for (const name of changed) io.to(name).emit(QUEUE_CHANGED, name);
      return false;
    },
  });
  app.addHook('onListen', () => worker.start());
  // Fastify closes the HTTP server itself.
  app.addHook('preClose', async () => {
    await worker.stop();
    await io.close();
  });
}
