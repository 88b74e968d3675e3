// PGlite in its own thread: in the main one it starves the event loop of every request.
// Plain JavaScript, so that the same file runs from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

/** A start-up packet has no kind before its length. */
const STARTUP = 0;

let isConnected = false;
const database = await PGlite.create(workerData.dataDir).catch((error) => {
  port.postMessage({ fault: String(error) });
});

if (database) {
  let last = Promise.resolve();
  port.on('message', (/** @type {Uint8Array | 'close'} */ message) => {
    last = last.then(() => (message === 'close' ? close(database) : answer(database, message)));
  });
  port.postMessage({});
}

/**
 * Whatever goes wrong in a statement is in the reply; anything else ends the thread, and is told to whoever is connected.
 * @param {PGlite} db
 * @param {Uint8Array} message one or several of PostgreSQL's protocol
 */
async function answer(db, message) {
  if (message[0] === STARTUP) await startAnew(db);
  const reply = await db.execProtocolRaw(message);
  if (reply.length === 0) return;
  // A copy, which can be handed over: what PGlite gives may lie in its own memory.
  const bytes = new Uint8Array(reply);
  port?.postMessage(bytes, [bytes.buffer]);
}

/**
 * A connection finds nothing of the one before it.
 * @param {PGlite} db
 */
async function startAnew(db) {
  if (isConnected) {
    await db.exec('rollback');
    await db.exec('discard all');
  }
  isConnected = true;
  // No disk turns: what is read is in memory, and a row found by an index costs less than looking through hundreds.
  await db.exec('set random_page_cost = 1.1');
}

/** @param {PGlite} db */
async function close(db) {
  await db.close();
  port?.close();
}
