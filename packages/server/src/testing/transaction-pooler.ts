import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const HEAD_BYTES = 5;
/** The last message of an answer outside a transaction: `Z`, its length, `I`. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const KEY_DATA = 'K'.charCodeAt(0);

/**
 * Starts a pooler in front of a PostgreSQL without authentication. Like PgBouncer in transaction mode it
 * lends a client the most recently used connection, takes it back after the transaction, and invents the
 * process number.
 * @returns its address, for the same database
 */
export async function startTransactionPooler(databaseUrl: string): Promise<string> {
  const target = new URL(databaseUrl);
  const { hostname } = target;
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const idle: Socket[] = [];
  let welcome: Promise<Buffer> | undefined;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {});
  };
  /** Opens a connection, sends its start-up message, and returns the server's answer. */
  const open = async (greeting: Buffer): Promise<{ socket: Socket; welcome: Buffer }> => {
    const socket = keep(connect(port, hostname));
    socket.write(greeting);
    return { socket, welcome: await answerOf(socket) };
  };
  const welcomeOf = async (greeting: Buffer): Promise<Buffer> => {
    const first = await open(greeting);
    idle.push(first.socket);
    return withoutPid(first.welcome);
  };

  const server = createServer((client) => {
    keep(client);
    let greeting: Buffer | undefined;
    let lent: Socket | undefined;
    let work = Promise.resolve();
    const forward = async (chunk: Buffer): Promise<void> => {
      if (!greeting) {
        greeting = chunk;
        client.write(await (welcome ??= welcomeOf(chunk)));
        return;
      }
      const socket = (lent ??= idle.pop() ?? (await open(greeting)).socket);
      const answer = answerOf(socket);
      socket.write(chunk);
      const bytes = await answer;
      client.write(bytes);
      if (!bytes.subarray(-IDLE.length).equals(IDLE)) return;
      lent = undefined;
      idle.push(socket);
    };
    client.on('data', (chunk) => {
      work = work.then(() => forward(chunk));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  target.port = String((server.address() as AddressInfo).port);
  target.hostname = '127.0.0.1';
  return target.href;
}

/** Reads a server's answer until it is ready for the next query. */
function answerOf(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const read = (chunk: Buffer): void => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (!bytes.subarray(-IDLE.length, -1).equals(IDLE.subarray(0, -1))) return;
      socket.off('data', read);
      resolve(bytes);
    };
    socket.on('data', read);
  });
}

function withoutPid(welcome: Buffer): Buffer {
  const bytes = Buffer.from(welcome);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] === KEY_DATA) bytes.writeInt32BE(1, at + HEAD_BYTES);
  }
  return bytes;
}
