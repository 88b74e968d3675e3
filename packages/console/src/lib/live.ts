import { QUEUE_CHANGED, STAFF_SOCKET_PATH } from '@krapao/contract/staff/live';
import type { QueueName } from '@krapao/contract/staff/today';
import type { QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { PEEK, type ReadKey } from './reads.ts';
import { createStore, useStore } from './store.ts';

const RETRY_MS = { first: 1_000, longest: 30_000 };

/** The list of each queue. */
const LIST_OF: Readonly<Record<QueueName, ReadKey>> = {
  payouts: 'GET /staff/api/payouts',
  approvals: 'GET /staff/api/approvals',
  suspense: 'GET /staff/api/suspense',
  review: 'GET /staff/api/reviews',
  slips: 'GET /staff/api/slips',
  gifts: 'GET /staff/api/gifts',
  rejected: 'GET /staff/api/rejected',
};

const isLive = createStore(false);

/** Whether the server tells at once which queues change. */
export const useIsLive = (): boolean => useStore(isLive);

/**
 * Reads anew what the server says has changed: counts at once, and whether a shown list is still as it was. The rows
 * of a list stay where they are.
 * @returns a function that stops it
 */
export function followQueues(reads: QueryClient): () => void {
  const again = (keys: readonly ReadKey[]) => {
    void reads.invalidateQueries({
      predicate: ({ queryKey: [key, , kind] }) =>
        key === 'GET /staff/api/today' || (kind === PEEK && keys.includes(key as ReadKey)),
    });
  };
  const socket = io({
    path: STAFF_SOCKET_PATH,
    transports: ['websocket'],
    reconnectionDelay: RETRY_MS.first,
    reconnectionDelayMax: RETRY_MS.longest,
    forceNew: true,
  });
  socket.on('connect', () => {
    isLive.set(true);
    // Anything may have changed while there was no connection.
    again(Object.values(LIST_OF));
  });
  socket.on('disconnect', () => isLive.set(false));
  socket.on(QUEUE_CHANGED, (name: QueueName) => again([LIST_OF[name]]));
  return () => {
    socket.off();
    socket.disconnect();
    isLive.set(false);
  };
}
