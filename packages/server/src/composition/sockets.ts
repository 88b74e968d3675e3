import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { createPool } from '../database/postgres-pool.ts';
import type { Settings } from '../kernel/settings.ts';
import type { TrustProxy } from '../kernel/trust-proxy.ts';
import { ListeningPool } from '../database/listening-pool.ts';
import { SocketGate } from '../http/socket-gate.ts';

/** What is said over a socket is short; everything else goes by HTTP. */
const MAX_BYTES = 4 * 1024;
/** Longer than a notification ever takes. */
const STATEMENT_TIMEOUT_MS = 10_000;

interface SocketParts {
  logger: Logger;
  settings: Pick<Settings, 'databaseUrl' | 'limits'>;
  trustProxy: TrustProxy;
}

/** Opens the sockets of a server process; they close with it. Modules take rooms and namespaces of it. */
export function openSockets(
  app: FastifyInstance,
  { logger, settings, trustProxy }: SocketParts,
): { io: Server; gate: SocketGate } {
  const { databaseUrl, limits } = settings;
  const gate = new SocketGate({
    mostOfAddress: limits.SOCKETS_PER_ADDRESS.points,
    mostOfMember: limits.SOCKETS_PER_MEMBER.points,
    trustProxy,
  });
  const io = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: MAX_BYTES,
    cleanupEmptyChildNamespaces: true,
  });
  gate.watch(io);
  // Without a database that several processes share, this one is alone.
  const meeting = databaseUrl ? meetOthers(io, databaseUrl, logger) : undefined;
  // Fastify closes the HTTP server itself.
  app.addHook('preClose', async () => {
    await io.close();
    await meeting?.leave();
  });
  return { io, gate };
}

/** Has what is said at one process be heard at all of them. */
function meetOthers(io: Server, databaseUrl: string, logger: Logger) {
  const pool = createPool({
    connectionString: databaseUrl,
    max: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const listening = new ListeningPool(pool, () => {
    logger.info('sockets hear the other processes again');
    renewAll(io);
  });
  const errorHandler = (err: Error): void => logger.warn({ err }, 'sockets between processes failed');
  // The adapter asks a pool for connections and queries, and for nothing else.
  io.adapter(createAdapter(listening as unknown as pg.Pool, { errorHandler }));
  return listening;
}

/** Has every browser connect anew, and so ask for what it may have missed. */
function renewAll(io: Server): void {
  for (const [, namespace] of io._nsps) {
    for (const socket of namespace.sockets.values()) socket.conn.close();
  }
}
