import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Proxy between the servers and their database, with an address that stays after a fail-over. It can be slow,
 * silent or cut.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #target: number;
  /** Delay in each direction. */
  delayMs = 0;
  /** Drops everything sent, without an error. */
  isSilent = false;
  /** Refuses new connections. */
  isClosed = false;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  /** @param target port on 127.0.0.1 of the database */
  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Switches to another target from now on and cuts existing connections. */
  leadTo(target: number): void {
    this.#target = target;
    this.cut();
  }

  /** Ends every connection, like a broken line. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    if (this.isClosed) {
      client.destroy();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    this.#pass(client, server);
    this.#pass(server, client);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (this.isSilent) return;
      // Timers of equal length fire in their order; without a delay none is needed.
      if (this.delayMs === 0) to.write(chunk);
      else setTimeout(() => !to.destroyed && to.write(chunk), this.delayMs);
    });
    from.on('end', () => to.end());
  }
}
