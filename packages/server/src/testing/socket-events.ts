import type { Socket } from 'socket.io-client';

/** Generous: a machine with other work is slow. */
const WITHIN_MS = 30_000;

/** Everything that a socket is told by one event, in order. */
export class Heard<T> {
  readonly #socket: Socket;
  readonly #event: string;
  #heard: T[] = [];

  constructor(socket: Socket, event: string) {
    this.#socket = socket;
    this.#event = event;
    socket.on(event, (one: T) => this.#heard.push(one));
  }

  get all(): readonly T[] {
    return this.#heard;
  }

  forget(): void {
    this.#heard = [];
  }

  /** Waits until a check of all that was heard holds. @throws Error with all that was heard instead */
  until(holds: (all: readonly T[]) => boolean): Promise<void> {
    return after(this.#socket, this.#event, {
      holds: () => holds(this.#heard),
      failure: () => `'${this.#event}' told only ${JSON.stringify(this.#heard)}`,
    });
  }
}

/** Waits until the other side has closed a socket. @throws Error when it stays open */
export const untilClosed = (socket: Socket): Promise<void> =>
  after(socket, 'disconnect', { holds: () => !socket.connected, failure: () => 'the socket stayed open' });

/** Waits until a check holds, looking now and after each event. */
function after(
  socket: Socket,
  event: string,
  { holds, failure }: { holds: () => boolean; failure: () => string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(limit);
      socket.off(event, look);
    };
    const look = (): void => {
      if (!holds()) return;
      end();
      resolve();
    };
    const limit = setTimeout(() => {
      end();
      reject(new Error(`in ${WITHIN_MS} ms ${failure()}`));
    }, WITHIN_MS);
    socket.on(event, look);
    look();
  });
}
