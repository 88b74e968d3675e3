import { WALLET_CHANGED, WALLET_SOCKET } from '@krapao/contract/limits';
import { io } from 'socket.io-client';
import { getToken } from '../lib/session-token.ts';
import { settings } from '../lib/settings.ts';

const RETRY_MS = { first: 1_000, longest: 30_000 };

interface Handlers {
  /** Called when pushes start or stop. */
  onLive: (isLive: boolean) => void;
  /** The member's money has moved, or may have moved while there was no connection. */
  onChanged: () => void;
}

/** Listens for changes of the member's money until closed. @returns closes it */
export function openWalletSocket({ onLive, onChanged }: Handlers): () => void {
  const origin = settings.apiBaseUrl === '' ? window.location.origin : settings.apiBaseUrl;
  const socket = io(new URL(WALLET_SOCKET, origin).href, {
    auth: (give) => give({ token: getToken() ?? undefined }),
    // Without polling transports no sticky sessions are needed; while there is no connection the app polls
    // the API itself.
    transports: ['websocket'],
    reconnectionDelay: RETRY_MS.first,
    reconnectionDelayMax: RETRY_MS.longest,
    forceNew: true,
  });
  socket.on('connect', () => {
    onLive(true);
    onChanged();
  });
  socket.on('disconnect', () => {
    onLive(false);
    onChanged();
  });
  socket.on(WALLET_CHANGED, onChanged);
  // A phone that was asleep need not wait for the next retry.
  const onWake = () => {
    if (document.visibilityState === 'visible' && socket.active && !socket.connected) socket.connect();
  };
  document.addEventListener('visibilitychange', onWake);
  return () => {
    document.removeEventListener('visibilitychange', onWake);
    socket.off();
    socket.disconnect();
    onLive(false);
  };
}
