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

/** Messages over a socket are short; everything else goes by HTTP. */
const MAX_BYTES = 4 * 1024;
/** Longer than a notification ever takes. */
const STATEMENT_TIMEOUT_MS = 10_000;

interface SocketParts {
  logger: Logger;
  settings: Pick<Settings, 'databaseUrl' | 'limits'>;
  trustProxy: TrustProxy;
}

/** Opens the sockets of a server process; they close with it. Modules use its rooms and namespaces. */
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
  // Without a shared database this process is the only one.
  const meeting = databaseUrl ? meetOthers(io, databaseUrl, logger) : undefined;
  // Fastify closes the HTTP server itself.
  app.addHook('preClose', async () => {
    await io.close();
    await meeting?.leave();
  });
  return { io, gate };
}

/** Shares socket messages between all processes. */
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
  // The adapter uses only connections and queries of a pool.
  io.adapter(createAdapter(listening as unknown as pg.Pool, { errorHandler }));
  return listening;
}

/** Closes all browser connections, so that clients reconnect and fetch missed messages. */
function renewAll(io: Server): void {
  for (const [, namespace] of io._nsps) {
    for (const socket of namespace.sockets.values()) socket.conn.close();
  }
}
