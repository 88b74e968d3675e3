import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import { addressKey } from './caller.ts';
import { clientAddress, type TrustProxy } from '../kernel/trust-proxy.ts';

type Engine = Server['engine'];

/** What the sockets of an address are counted under, as its calls are. */
export const socketAddress = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustProxy: TrustProxy,
): string => addressKey(clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustProxy));

/** Lets so many sockets of an address be open in this process, and no more. */
export class SocketGate {
  readonly #most: number;
  readonly #trustProxy: TrustProxy;
  readonly #open = new Map<string, number>();

  constructor(most: number, trustProxy: TrustProxy) {
    this.#most = most;
    this.#trustProxy = trustProxy;
  }

  /** Answers whether a request may open another socket, as engine.io asks it. */
  readonly allowRequest = (
    request: IncomingMessage,
    answer: (error: string | null, isAllowed: boolean) => void,
  ): void => {
    const isAllowed = (this.#open.get(this.#keyOf(request)) ?? 0) < this.#most;
    answer(isAllowed ? null : 'REQUEST_LIMIT', isAllowed);
  };

  /** Counts what opens and closes. */
  watch(engine: Engine): void {
    engine.on(
      'connection',
      (socket: { request: IncomingMessage; on(event: 'close', then: () => void): void }) => {
        const key = this.#keyOf(socket.request);
        this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
        socket.on('close', () => {
          const left = (this.#open.get(key) ?? 1) - 1;
          if (left > 0) this.#open.set(key, left);
          else this.#open.delete(key);
        });
      },
    );
  }

  #keyOf(request: IncomingMessage): string {
    return socketAddress(request, this.#trustProxy);
  }
}
