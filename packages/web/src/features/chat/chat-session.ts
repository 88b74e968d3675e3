import type { ChatMessage } from '@krapao/contract/chat';
import { CHAT_HISTORY_SIZE } from '@krapao/contract/limits';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { CHAT_URL } from './build-settings.ts';
import { ChatSender } from './chat-sender.ts';
import { openChatSocket, type ChatSocket } from './chat-socket.ts';
import { EMPTY_CHAT, hasOlder, type ChatState } from './chat-state.ts';
import { conversationOf, sessionWatch, type Customer } from './customer.ts';
import { openFileStore } from './file-store.ts';
import { lastSeq, merge } from './timeline.ts';

/** Interval of the connection checks. */
const CHECK_MS = 5_000;
/** Number of checks after which even a healthy-looking connection is verified. */
const DOUBT_EVERY = 6;
/** A check this late means that the device was asleep. */
const SLEPT_MS = 3 * CHECK_MS;
/** Read marks are sent at most this often. */
const READ_EVERY_MS = 1_000;
/** Missed messages fetched at a time. */
const CATCH_UP_SIZE = 100;
const ASK_TIMEOUT_MS = 15_000;

/** One customer's conversation on this page: its state, and everything that keeps it up to date. */
export class ChatSession {
  readonly state: Store<ChatState>;
  readonly customer: Customer;
  readonly sender: ChatSender;
  readonly #isCurrent: () => boolean;
  readonly #chatUrl: string;
  #socket: ChatSocket | null = null;
  #isConnecting = false;
  #isOpen = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  #checkedAt = 0;
  #checks = 0;
  #catchingUp: Promise<void> | null = null;
  #missedMeanwhile = false;
  #seenSeq = 0;
  #readTimer: ReturnType<typeof setTimeout> | null = null;
  #readAt = 0;

  /** @param chatUrl origin of the chat backend; empty: polls the server every five seconds instead */
  constructor(customer: Customer, chatUrl: string = CHAT_URL) {
    this.customer = customer;
    this.#chatUrl = chatUrl;
    this.#isCurrent = sessionWatch();
    this.state = createStore<ChatState>({ ...EMPTY_CHAT, isOnline: navigator.onLine });
    this.sender = new ChatSender({
      customer,
      state: this.state,
      files: openFileStore(),
      isCurrent: this.#isCurrent,
      onSent: (message) => this.#take([message]),
      isStored: async (id) => {
        await this.#catchUp().catch(() => undefined);
        return this.state.get().timeline.some((message) => message._id === id);
      },
    });
  }

  /** True while it belongs to the current session. */
  get isCurrent(): boolean {
    return this.#isCurrent();
  }

  /** Number of the last message of the operator that the customer has seen. */
  get seenSeq(): number {
    return this.#seenSeq;
  }

  /** Loads the conversation and keeps it up to date. */
  open(): void {
    this.#isOpen = true;
    this.#run();
    this.check();
  }

  /** Stops listening. Written messages are still sent. */
  close(): void {
    this.#isOpen = false;
    this.#socket?.close();
    this.#socket = null;
    this.#set({ link: 'connecting' });
  }

  /** Sends messages left over from an earlier visit, without opening the conversation. */
  resume(): void {
    this.#run();
    this.sender.work();
  }

  /** Ends the conversation for good. */
  dispose(): void {
    this.close();
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#readTimer !== null) clearTimeout(this.#readTimer);
    this.#timer = null;
    window.removeEventListener('online', this.#onBack);
    window.removeEventListener('offline', this.#onOffline);
    document.removeEventListener('visibilitychange', this.#onBack);
  }

  /** Loads the ten messages before the oldest loaded one. */
  async loadOlder(): Promise<void> {
    const before = this.state.get();
    if (!hasOlder(before) || before.isLoadingOlder || !this.#isCurrent()) return;
    this.#set({ isLoadingOlder: true });
    try {
      // New messages shift the count meanwhile: the overlap is merged.
      const { messages } = await this.#history({
        limit: CHAT_HISTORY_SIZE,
        skip: before.timeline.length,
      });
      this.#take(messages);
    } catch (error) {
      console.warn('older messages did not load', error);
    } finally {
      this.#set({ isLoadingOlder: false });
    }
  }

  /**
   * Marks everything as read, at most once a second. Called while the end of the conversation is in sight.
   */
  seen(): void {
    const { timeline } = this.state.get();
    this.#seenSeq = timeline.findLast(({ sender }) => sender === 'operator')?.seq ?? 0;
    this.#markRead();
  }

  /** Checks the connection, the gap and the queue. */
  check(): void {
    if (!this.#isCurrent()) {
      this.dispose();
      return;
    }
    // Browsers throttle checks of a page in the background: that is no sleep.
    const isSeen = document.visibilityState === 'visible';
    const slept = isSeen && this.#checkedAt > 0 && Date.now() - this.#checkedAt > SLEPT_MS;
    this.#checkedAt = Date.now();
    this.#checks += 1;
    this.sender.work();
    if (!this.#isOpen) {
      if (!this.sender.hasWork) this.dispose();
      return;
    }
    if (this.#chatUrl === '') this.#set({ link: 'asking' });
    else if (!this.#socket) void this.#connect();
    else if (slept) this.#socket.renew();
    else this.#socket.ensure();
    const isLive = this.#socket?.isLive() === true;
    if (!isLive || slept || this.#checks % DOUBT_EVERY === 0) void this.#tryCatchUp();
    if (this.#seenSeq > this.state.get().readSeq) this.#markRead();
  }

  #run(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.check(), CHECK_MS);
    window.addEventListener('online', this.#onBack);
    window.addEventListener('offline', this.#onOffline);
    document.addEventListener('visibilitychange', this.#onBack);
  }

  readonly #onBack = (event: Event) => {
    this.#set({ isOnline: navigator.onLine });
    if (document.visibilityState === 'hidden') return;
    // After a network change the old connection may look alive for a minute.
    if (event.type === 'online') this.#socket?.renew();
    this.check();
    if (this.#isOpen) void this.#tryCatchUp();
  };

  readonly #onOffline = () => this.#set({ isOnline: false });

  #set(part: Partial<ChatState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const { PREFIX } = await call('GET /api/chat/config', { timeoutMs: ASK_TIMEOUT_MS });
      if (!this.#isOpen || this.#socket || !this.#isCurrent()) return;
      this.#socket = openChatSocket(this.#chatUrl, `${PREFIX}-${conversationOf(this.customer)}`, {
        onJoined: () => {
          this.#set({ link: 'live' });
          this.sender.work();
          void this.#tryCatchUp();
        },
        onRefused: () => this.#set({ link: 'refused' }),
        onMessage: (message) => this.#take([message]),
        onLost: () => {
          if (this.state.get().link !== 'refused') this.#set({ link: 'connecting' });
        },
      });
      this.#socket.ensure();
    } catch (error) {
      // Without a socket the server is polled every few seconds, and the socket is retried.
      this.#set({ link: isRefusal(error) ? 'refused' : 'asking' });
    } finally {
      this.#isConnecting = false;
    }
  }

  async #tryCatchUp(): Promise<void> {
    try {
      await this.#catchUp();
    } catch (error) {
      if (this.state.get().phase === 'ready') return;
      this.#set(isRefusal(error) ? { phase: 'failed' } : { isUnanswered: true });
    }
  }

  /** Fetches messages newer than the loaded ones. One fetch at a time; a call meanwhile causes one more. */
  #catchUp(): Promise<void> {
    if (this.#catchingUp) {
      this.#missedMeanwhile = true;
      return this.#catchingUp;
    }
    const run = async () => {
      try {
        do {
          this.#missedMeanwhile = false;
          await this.#fetchNewer();
        } while (this.#missedMeanwhile);
      } finally {
        this.#catchingUp = null;
      }
    };
    this.#catchingUp = run();
    return this.#catchingUp;
  }

  async #fetchNewer(): Promise<void> {
    // Nothing is requested for a member whose session has ended.
    if (!this.#isCurrent()) return;
    if (this.state.get().phase !== 'ready') {
      const { messages, readSeq } = await this.#history({ limit: CHAT_HISTORY_SIZE, skip: 0 });
      this.#set({ phase: 'ready', isUnanswered: false, readSeq });
      this.#take(messages);
      return;
    }
    for (;;) {
      const afterSeq = lastSeq(this.state.get().timeline);
      const { messages, readSeq } = await this.#history({ limit: CATCH_UP_SIZE, skip: 0, afterSeq });
      this.#take(messages);
      this.#set({ readSeq: Math.max(readSeq, this.state.get().readSeq) });
      if (messages.length < CATCH_UP_SIZE || !this.#isCurrent()) return;
    }
  }

  #history(page: { limit: number; skip: number; afterSeq?: number }) {
    const { userId, guestId } = this.customer;
    return call('POST /api/chat/history', {
      body: { userId, guestId, ...page },
      timeoutMs: ASK_TIMEOUT_MS,
    });
  }

  /** Merges messages from any source. */
  #take(messages: readonly ChatMessage[]): void {
    const before = this.state.get();
    // Until the first page is loaded, they have nothing to follow on.
    if (before.phase !== 'ready' || !this.#isCurrent()) return;
    const { timeline, hasGap } = merge(before.timeline, messages);
    this.#set({ timeline });
    this.sender.dropDelivered(timeline.map(({ _id }) => _id));
    if (hasGap) void this.#tryCatchUp();
  }

  #markRead(): void {
    if (this.#readTimer !== null || this.#seenSeq <= this.state.get().readSeq) return;
    const waitMs = Math.max(0, this.#readAt + READ_EVERY_MS - Date.now());
    this.#readTimer = setTimeout(() => void this.#sendRead(), waitMs);
  }

  async #sendRead(): Promise<void> {
    this.#readTimer = null;
    this.#readAt = Date.now();
    const upTo = this.#seenSeq;
    if (!this.#isCurrent() || upTo <= this.state.get().readSeq) return;
    const { userId, guestId } = this.customer;
    try {
      await call('PUT /api/chat/read-customer/', {
        body: { userId, guestId },
        timeoutMs: ASK_TIMEOUT_MS,
      });
      this.#set({ readSeq: Math.max(upTo, this.state.get().readSeq) });
    } catch (error) {
      // The next check tries again.
      console.warn('the read mark was not taken', error);
      return;
    }
    this.#markRead();
  }
}

let current: ChatSession | null = null;

/**
 * Returns a customer's conversation: one for the whole page, so that closing the chat does not stop sending.
 * A conversation of another customer, or of an ended session, is disposed of here.
 */
export function chatOf(customer: Customer): ChatSession {
  const isSame = current?.isCurrent && conversationOf(current.customer) === conversationOf(customer);
  if (current && isSame) return current;
  current?.dispose();
  current = new ChatSession(customer);
  return current;
}

/** Definite refusal by the server. A server that is only busy is asked again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.isDefinite && error.status !== 429;
