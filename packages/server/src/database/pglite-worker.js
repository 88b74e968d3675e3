// PGlite runs in its own thread: in the main thread it would block the event loop for every request.
// Plain JavaScript, so that the same file runs from the sources and from the build.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

/** A start-up packet has no type byte before its length. */
const STARTUP = 0;

let isConnected = false;
const database = await open(workerData).catch((error) => {
  port.postMessage({ fault: String(error) });
});

if (database) {
  let last = Promise.resolve();
  port.on('message', (/** @type {Uint8Array | 'close'} */ message) => {
    last = last.then(() => (message === 'close' ? close(database) : answer(database, message)));
  });
  port.postMessage({});
}

/** @param {{ dataDir: string, image?: string }} start */
async function open({ dataDir, image }) {
  if (image === undefined) return PGlite.create(dataDir);
  return PGlite.create({ dataDir, loadDataDir: new Blob([await readFile(image)]) });
}

/**
 * Errors of a statement are in the reply. Any other error ends the thread and is reported to the connection.
 * @param {PGlite} db
 * @param {Uint8Array} message one or several messages of PostgreSQL's protocol
 */
async function answer(db, message) {
  if (message[0] === STARTUP) await startAnew(db);
  const reply = await db.execProtocolRaw(message);
  if (reply.length === 0) return;
  // A copy can be transferred: PGlite's result may lie in its own memory.
  const bytes = new Uint8Array(reply);
  port?.postMessage(bytes, [bytes.buffer]);
}

/**
 * Resets the session, so that a connection inherits nothing from the one before.
 * @param {PGlite} db
 */
async function startAnew(db) {
  if (isConnected) {
    await db.exec('rollback');
    await db.exec('discard all');
  }
  isConnected = true;
  // Data is in memory, not on a spinning disk: reading a row by an index is cheaper than scanning hundreds.
  await db.exec('set random_page_cost = 1.1');
}

/** @param {PGlite} db */
async function close(db) {
  await db.close();
  port?.close();
}
