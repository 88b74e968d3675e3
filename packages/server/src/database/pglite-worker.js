// PGlite in its own thread: in the main one it starves the event loop of every request.
// Plain JavaScript, so that the same file runs from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const INT8 = 20;

/**
 * @typedef {{ id: number, kind: 'query', sql: string, params: unknown[] }
 *   | { id: number, kind: 'script', sql: string }
 *   | { id: number, kind: 'close' }} Request
 */

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

const opening = PGlite.create(workerData.dataDir, { parsers: { [INT8]: (text) => BigInt(text) } });

opening.then(
  () => port.postMessage({ id: 0 }),
  (error) => port.postMessage({ id: 0, error: String(error) }),
);

port.on('message', (/** @type {Request} */ request) => {
  void answer(request);
});

/** @param {Request} request */
async function answer(request) {
  try {
    const db = await opening;
    if (request.kind === 'query') {
      const result = await db.query(request.sql, request.params);
      port?.postMessage({ id: request.id, rows: result.rows, affectedRows: result.affectedRows });
    } else if (request.kind === 'script') {
      await db.exec(request.sql);
      port?.postMessage({ id: request.id, rows: [] });
    } else {
      await db.close();
      port?.postMessage({ id: request.id, rows: [] });
      port?.close();
    }
  } catch (error) {
    const { message, code, constraint, detail } = /** @type {any} */ (error);
    port?.postMessage({ id: request.id, error: message ?? String(error), code, constraint, detail });
  }
}
