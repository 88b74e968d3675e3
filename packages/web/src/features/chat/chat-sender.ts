import type { ChatContent, ChatMessage } from '@krapao/contract/chat';
import type { RequestBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock.ts';
import { call } from '../../lib/http.ts';
import type { Store } from '../../lib/store.ts';
import { upload } from '../../lib/upload.ts';
import { newUuid } from '../../lib/uuid.ts';
import type { AttachmentKind } from './chat-rules.ts';
import type { ChatState } from './chat-state.ts';
import type { Customer } from './customer.ts';
import type { FileStore } from './file-store.ts';
import { readOutbox, waitingIds, writeOutbox, type Pending } from './outbox.ts';
import { previewOf } from './preview.ts';

/** A message without an answer is sent again; its id prevents duplicates. */
const SEND_TIMEOUT_MS = 15_000;
/** Fault of a file that a reload has lost. */
export const FILE_LOST = 'FILE_LOST';

type SentContent = RequestBody<'POST /api/chat/send-message'>['message'];

interface Parts {
  customer: Customer;
  state: Store<ChatState>;
  files: FileStore;
  /** True while the session in which this began is still the current one. */
  isCurrent: () => boolean;
  /** Called with each message that the server has stored. */
  onSent: (message: ChatMessage) => void;
  /** Fetches the server's messages; resolves with whether a message is among them. Called after a refusal. */
  isStored: (id: string) => Promise<boolean>;
}

/**
 * Sends the customer's messages in order until the server has stored them, through lost networks and reloads.
 * Files are uploaded one by one in parallel and join the queue when uploaded: a video does not hold up texts.
 */
export class ChatSender {
  readonly #parts: Parts;
  readonly #sessionId = newUuid();
  readonly #gone = new Set<string>();
  readonly #uploads = new Map<string, AbortController>();
  #isSending = false;
  #isUploading = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const pending = readOutbox(parts.customer);
    parts.state.set({ ...parts.state.get(), pending });
    void parts.files.keepOnly(waitingIds());
  }

  get hasWork(): boolean {
    return this.#pending.some(({ delivery }) => delivery !== 'failed');
  }

  sendText(text: string): void {
    this.#addContent({ message_type: 'text', payload: { text } });
  }

  /** Presses a button of a message. */
  sendPostback(title: string, payload: string): void {
    // The title is for display; a button's may be longer than a message's.
    const content = { title: title.slice(0, 200) || '…', payload: payload.slice(0, 1_000) };
    this.#addContent({ message_type: 'postback', payload: content });
  }

  /** Sends a picture or a video that has been checked. */
  async sendFile(file: File, kind: AttachmentKind): Promise<void> {
    const id = newUuid();
    const kept = this.#parts.files.put(id, file);
    this.#add({
      id,
      delivery: 'uploading_file',
      content: null,
      file: { name: file.name, kind },
    });
    const preview = await previewOf(file);
    if (preview) {
      this.#change(id, { preview });
      const { state } = this.#parts;
      state.set({ ...state.get(), previews: { ...state.get().previews, [id]: preview } });
    }
    await kept;
  }

  /** Retries a failed message. */
  resend(id: string): void {
    const item = this.#find(id);
    if (!item) return;
    this.#change(id, { delivery: item.content ? 'sending' : 'uploading_file', fault: '' });
    this.work();
  }

  /** Discards a message that the server has not stored. */
  remove(id: string): void {
    this.#uploads.get(id)?.abort();
    this.#drop([id]);
  }

  /** Drops pending messages that have appeared in the conversation by any way. */
  dropDelivered(ids: readonly string[]): void {
    const delivered = this.#pending.filter((item) => ids.includes(item.id)).map(({ id }) => id);
    if (delivered.length > 0) this.#drop(delivered);
  }

  /** Resumes the queue; does nothing while it is running. */
  work(): void {
    void this.#sendAll();
    void this.#uploadAll();
  }

  get #pending(): readonly Pending[] {
    return this.#parts.state.get().pending;
  }

  #find(id: string): Pending | undefined {
    return this.#pending.find((item) => item.id === id);
  }

  #addContent(content: ChatContent): void {
    this.#add({ id: newUuid(), delivery: 'sending', content, file: null });
  }

  #add(item: Pick<Pending, 'id' | 'delivery' | 'content' | 'file'>): void {
    this.#keep([...this.#pending, { ...item, at: serverNow(), preview: '', fault: '' }]);
    this.work();
  }

  #change(id: string, part: Partial<Pending>): void {
    this.#keep(this.#pending.map((item) => (item.id === id ? { ...item, ...part } : item)));
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      this.#gone.add(id);
      void this.#parts.files.remove(id);
    }
    this.#keep(this.#pending.filter(({ id }) => !ids.includes(id)));
  }

  /** Shows and stores the queue, together with another tab's messages. */
  #keep(pending: readonly Pending[]): void {
    const { state, customer, isCurrent } = this.#parts;
    // The queue of an ended session was deleted with the session.
    if (!isCurrent()) return;
    const mine = new Set(pending.map(({ id }) => id));
    const others = readOutbox(customer).filter(({ id }) => !mine.has(id) && !this.#gone.has(id));
    state.set({ ...state.get(), pending });
    writeOutbox(
      customer,
      [...others, ...pending].toSorted((a, b) => a.at - b.at),
    );
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (;;) {
        const next = this.#pending.find(({ delivery, content }) => delivery === 'sending' && content);
        if (!next || !this.#parts.isCurrent() || !(await this.#send(next))) return;
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** @returns false when it and all later messages must wait and be retried */
  async #send({ id, content }: Pending): Promise<boolean> {
    try {
      const message = await call('POST /api/chat/send-message', {
        body: {
          _id: id,
          sender: 'customer',
          message: content as SentContent,
          session_id: this.#sessionId,
          deviceToken: '',
          ...this.#parts.customer,
        },
        timeoutMs: SEND_TIMEOUT_MS,
      });
      this.#parts.onSent(message);
      this.#drop([id]);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !isFinal(error)) return false;
      // Another tab may have sent it.
      if (await this.#parts.isStored(id)) this.#drop([id]);
      else this.#change(id, { delivery: 'failed', fault: error.code });
      return true;
    }
  }

  async #uploadAll(): Promise<void> {
    if (this.#isUploading) return;
    this.#isUploading = true;
    try {
      for (;;) {
        const next = this.#pending.find(({ delivery }) => delivery === 'uploading_file');
        if (!next || !this.#parts.isCurrent() || !navigator.onLine) return;
        if (!(await this.#upload(next))) return;
      }
    } finally {
      this.#isUploading = false;
    }
  }

  /** @returns false when it must wait for the network */
  async #upload({ id, file: about }: Pending): Promise<boolean> {
    const file = await this.#parts.files.get(id);
    if (!file || !about) {
      this.#change(id, { delivery: 'failed', fault: FILE_LOST });
      return true;
    }
    const { guestId } = this.#parts.customer;
    const stop = new AbortController();
    this.#uploads.set(id, stop);
    try {
      const done = await upload(
        about.kind === 'image' ? 'POST /api/chat/upload-image' : 'POST /api/chat/upload-video',
        file,
        {
          guestId: guestId || undefined,
          onProgress: (part) => this.#progress(id, part),
          signal: stop.signal,
        },
      );
      this.#change(id, {
        delivery: 'sending',
        content: { message_type: 'media', payload: { message: '', ...done } },
      });
      void this.#sendAll();
      return true;
    } catch (error) {
      if (stop.signal.aborted) return true;
      const isRefused = error instanceof ApiError && error.status > 0;
      if (!isRefused && !navigator.onLine) return false;
      this.#change(id, { delivery: 'failed', fault: faultOf(error) });
      return true;
    } finally {
      this.#uploads.delete(id);
      this.#progress(id, null);
    }
  }

  #progress(id: string, part: number | null): void {
    const { state } = this.#parts;
    const { [id]: _, ...others } = state.get().progress;
    state.set({ ...state.get(), progress: part === null ? others : { ...others, [id]: part } });
  }
}

/** True when a retry would end the same way. */
const isFinal = ({ isDefinite, status, code }: ApiError): boolean =>
  isDefinite && status < 500 && status !== 429 && status !== 408 && code !== 'REQUEST_LIMIT';

function faultOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  // A proxy in front of the server may not send our codes.
  return error.status === 413 ? 'FILE_TOO_LARGE' : error.code;
}
