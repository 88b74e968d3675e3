import type { ChatMessage } from '@krapao/contract/chat';
import { io, type Socket } from 'socket.io-client';
import { getToken } from '../../lib/session-token.ts';

/** Longest wait for the server to admit us to a room. */
const JOIN_TIMEOUT_MS = 10_000;

interface Handlers {
  /** In the room: messages arrive from now on. */
  onJoined: () => void;
  /** The server refuses the room. */
  onRefused: () => void;
  onMessage: (message: ChatMessage) => void;
  onLost: () => void;
}

/** Realtime connection of one conversation. The owner handles reconnecting. */
export interface ChatSocket {
  /** True from joining the room until the connection is lost. */
  isLive: () => boolean;
  /** Connects or joins when not connected or not in the room. */
  ensure: () => void;
  /** Reconnects: after a sleep a dead connection still looks alive. */
  renew: () => void;
  close: () => void;
}

/** @param url origin of the chat backend; `/` for the origin that served the app */
export function openChatSocket(url: string, room: string, handlers: Handlers): ChatSocket {
  const socket: Socket = io(url === '/' ? window.location.origin : url, {
    auth: (give) => give({ token: getToken() ?? undefined }),
    // Without polling transports no sticky sessions are needed; while there is no connection the chat polls
    // the API itself.
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
        | { ok?: boolean }
        | undefined;
      isJoined = answer?.ok === true;
      if (isJoined) handlers.onJoined();
      else handlers.onRefused();
    } catch {
      // No answer: the connection counts as lost.
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
