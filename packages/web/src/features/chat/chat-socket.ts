import type { ChatMessage } from '@krapao/contract/chat';
import { io, type Socket } from 'socket.io-client';
import { getToken } from '../../lib/session-token.ts';

/** How long the server may take to let us into a room. */
const JOIN_TIMEOUT_MS = 10_000;

interface Handlers {
  /** In the room: messages come from now on. */
  onJoined: () => void;
  /** The server does not let us in. */
  onRefused: () => void;
  onMessage: (message: ChatMessage) => void;
  onLost: () => void;
}

/** The realtime connection of one conversation. Whoever holds it looks after reconnecting. */
export interface ChatSocket {
  /** True from the moment the server let us into the room until the connection is lost. */
  isLive: () => boolean;
  /** Connects, or joins, if it is not connected or not in the room. */
  ensure: () => void;
  /** Connects anew: after a sleep a dead connection still looks alive. */
  renew: () => void;
  close: () => void;
}

/** @param url origin of the chat backend; `/` for the one that served the app */
export function openChatSocket(url: string, room: string, handlers: Handlers): ChatSocket {
  const socket: Socket = io(url === '/' ? window.location.origin : url, {
    auth: (give) => give({ token: getToken() ?? undefined }),
    // Without polling no process needs to remember a browser; while there is no connection the chat asks by itself.
    transports: ['websocket'],
    reconnection: false,
    autoConnect: false,
    forceNew: true,
  });
  let isJoined = false;
  let isJoining = false;

  const join = async () => {
    if (isJoining) return;
    isJoining = true;
    try {
      const answer = (await socket.timeout(JOIN_TIMEOUT_MS).emitWithAck('join', room)) as
        { ok?: boolean } | undefined;
      isJoined = answer?.ok === true;
      if (isJoined) handlers.onJoined();
      else handlers.onRefused();
    } catch {
      // No answer: the connection is gone, or as good as that.
      socket.disconnect();
    } finally {
      isJoining = false;
    }
  };
  socket.on('connect', () => void join());
  socket.on('disconnect', () => {
    isJoined = false;
    handlers.onLost();
  });
  socket.on('messaging', handlers.onMessage);

  const ensure = () => {
    if (!socket.connected) socket.connect();
    else if (!isJoined) void join();
  };
  return {
    isLive: () => socket.connected && isJoined,
    ensure,
    renew: () => {
      socket.disconnect();
      ensure();
    },
    close: () => {
      socket.off();
      socket.disconnect();
    },
  };
}
