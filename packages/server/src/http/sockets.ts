import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Logger } from 'pino';
import { Server } from 'socket.io';

/** What is said over a socket is short; everything else goes by HTTP. */
const MAX_BYTES = 4 * 1024;

/**
 * Opens the sockets of a server process; they close with it. Modules take rooms and namespaces of it.
 * @param databaseUrl where several processes meet; without one this process is alone
 */
export function openSockets(
  app: FastifyInstance,
  { logger, databaseUrl }: { logger: Logger; databaseUrl: string | undefined },
): Server {
  const io = new Server(app.server, {
    serveClient: false,
    maxHttpBufferSize: MAX_BYTES,
    cleanupEmptyChildNamespaces: true,
  });
  let pool: pg.Pool | undefined;
  if (databaseUrl) {
    pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', (err) => logger.warn({ err }, 'the sockets lost their database connection'));
    const errorHandler = (err: Error): void => logger.warn({ err }, 'sockets between processes failed');
    io.adapter(createAdapter(pool, { errorHandler }));
  }
  // Fastify closes the HTTP server itself.
  app.addHook('preClose', async () => {
    await io.close();
    await pool?.end();
  });
  return io;
}
