import type { Socket } from 'socket.io-client';
import { Heard } from './heard.ts';

/** Collects what a socket is told by one event. */
export function heardBy<T>(socket: Socket, event: string): Heard<T> {
  const heard = new Heard<T>();
  socket.on(event, heard.add);
  return heard;
}

/** Waits until a socket is let in. @throws Error the refusal */
export const untilConnected = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

/** Waits until the other side has closed a socket. */
export async function untilClosed(socket: Socket): Promise<void> {
  const reasons = heardBy(socket, 'disconnect');
  if (socket.connected) await reasons.until((all) => all.length > 0);
}
