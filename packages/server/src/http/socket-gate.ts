import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { AppError } from '../kernel/app-error.ts';
import { clientAddress, type TrustProxy } from '../kernel/trust-proxy.ts';
import type { Caller } from '../domain/caller.ts';
import { callerOf } from './caller.ts';

type Connection = Socket['conn'];

/** Returns the caller of a socket, in the same form as for its calls. */
export const socketCaller = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustProxy: TrustProxy,
): Caller =>
  callerOf({
    ip: clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustProxy),
    headers,
  });

/**
 * Limits the open sockets in this process. A member's sockets are counted by member. Until its member is
 * known, a socket counts by address; if an address has too many of those, a new one closes the oldest.
 * Guests' sockets therefore never keep out a member, who is known a moment after the socket has opened.
 */
export class SocketGate {
  readonly #mostOfAddress: number;
  readonly #mostOfMember: number;
  readonly #trustProxy: TrustProxy;
  /** By IPv4 address or IPv6 /48, oldest first. */
  readonly #strangers = new Map<string, Set<Connection>>();
  readonly #members = new Map<string, Set<Connection>>();

  constructor(parts: { mostOfAddress: number; mostOfMember: number; trustProxy: TrustProxy }) {
    this.#mostOfAddress = parts.mostOfAddress;
    this.#mostOfMember = parts.mostOfMember;
    this.#trustProxy = parts.trustProxy;
  }

  /** Tracks opening and closing sockets. */
  watch(io: Server): void {
    io.engine.on('connection', (connection: Connection) => {
      const place = this.#placeOf(connection.request);
      const strangers = put(this.#strangers, place, connection);
      connection.on('close', () => drop(this.#strangers, place, connection));
      const [oldest] = strangers;
      if (strangers.size > this.#mostOfAddress) oldest?.close();
    });
  }

  /**
   * Counts a socket as a member's from now on.
   * @throws AppError REQUEST_LIMIT if the member has the maximum
   */
  admit({ conn, request }: Socket, memberId: string): void {
    const own = this.#members.get(memberId);
    if (own?.has(conn)) return;
    if ((own?.size ?? 0) >= this.#mostOfMember) throw new AppError('REQUEST_LIMIT');
    put(this.#members, memberId, conn);
    conn.on('close', () => drop(this.#members, memberId, conn));
    drop(this.#strangers, this.#placeOf(request), conn);
  }

  #placeOf(request: IncomingMessage): string {
    const { address, network } = socketCaller(request, this.#trustProxy);
    return network ?? address;
  }
}

function put(sets: Map<string, Set<Connection>>, key: string, connection: Connection): Set<Connection> {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(connection));
  return set;
}

function drop(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key);
  set?.delete(connection);
  if (set?.size === 0) sets.delete(key);
}
