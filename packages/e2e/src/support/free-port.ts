import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below those that the system gives to outgoing connections and to `listen(0)`: a port from here stays free
 * until its program listens.
 */
const FIRST = 20_000;
const COUNT = 12_000;
/** Processes that run side by side have process ids close to each other: this keeps their ports apart. */
const APART = 97;

let next = (process.pid * APART) % COUNT;

/** Returns a port of 127.0.0.1 that is free and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${FIRST} to ${FIRST + COUNT - 1}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
