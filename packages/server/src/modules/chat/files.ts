import type { MEDIA_KINDS } from '@krapao/contract/chat';
import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { filesTurn, GUESTS_TURN } from '../../database/turns.ts';
import type { IncomingFile, StreamedUpload } from '../../http/stream-upload.ts';
import type { Unreadable, Upload } from '../../domain/upload.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import type { KeptFile, KeptIn, StoredFiles } from '../files/service.ts';
import type { ChatBudget } from './budget.ts';
import { remakePicture, type PictureFormat } from './picture.ts';
import type { Customer } from './repo.ts';

/** URL prefix of the pictures and videos of conversations. */
export const CHAT_FILE = '/chat-files/';

export type MediaKind = (typeof MEDIA_KINDS)[number];

interface Kind {
  fileType: MediaKind;
  mime: string;
  /** Format in which a picture is re-encoded; absent for videos, which are kept unchanged. */
  format?: PictureFormat;
  extensions: readonly string[];
}

/** Allowed file types, detected from the bytes. None of them can run as a script. */
const KINDS: readonly Kind[] = [
  { fileType: 'image', mime: 'image/png', format: 'png', extensions: ['png'] },
  { fileType: 'image', mime: 'image/jpeg', format: 'jpeg', extensions: ['jpeg', 'jpg'] },
  { fileType: 'image', mime: 'image/gif', format: 'gif', extensions: ['gif'] },
  { fileType: 'video', mime: 'video/mp4', extensions: ['mp4'] },
  { fileType: 'video', mime: 'video/quicktime', extensions: ['mov', 'qt', 'quicktime'] },
];

/** Returns the Content-Disposition: allowed types are shown inline, all others are downloaded. */
export function dispositionOf(mime: string): string {
  const kind = KINDS.find((one) => one.mime === mime);
  return kind ? `inline; filename="${kind.fileType}.${kind.extensions[0]}"` : 'attachment; filename="file"';
}

export interface ChatFile {
  url: string;
  filePath: string;
  fileType: MediaKind;
}

/** Bytes at the beginning of a file that identify its type. */
const HEAD_BYTES = 4_100;

/** Pictures and videos that customers send. */
export class ChatFiles {
  readonly #database: Database;
  readonly #budget: ChatBudget;
  readonly #files: StoredFiles;

  constructor(parts: { database: Database; budget: ChatBudget; files: StoredFiles }) {
    this.#database = parts.database;
    this.#budget = parts.budget;
    this.#files = parts.files;
  }

  /** Maximum bytes of a video in memory during its upload. */
  get bytesOfVideo(): number {
    return this.#files.bytesInHand;
  }

  /**
   * Stores a picture of a conversation, if its bytes, name and declared type agree on an allowed type.
   * @throws AppError FILE_NOT_SUPPORTED, FILE_TOO_LARGE, KEY_INVALID without a file, REQUEST_LIMIT
   */
  async keepPicture(customer: Customer, upload: Upload): Promise<ChatFile> {
    if (upload.outcome !== 'file') throw refusalOf(upload);
    const kind = kindOf('image', upload, await fileTypeFromBuffer(upload.bytes));
    const content = kind.format && (await remakePicture(upload.bytes, kind.format));
    if (!content) throw new AppError('FILE_NOT_SUPPORTED');
    const name = newName(kind);
    await this.#book(customer, content.length);
    // The re-encoded picture is small and already in memory. The file mover brings it to the store.
    await this.#database.queries
      .insertInto('chat_file')
      .values({ name, conversation_id: customer.conversationId, mime: kind.mime, content })
      .execute();
    return { url: CHAT_FILE + name, filePath: name, fileType: kind.fileType };
  }

  /**
   * Stores a video of a conversation during its upload, if its first bytes, name and declared type agree on
   * an allowed type. An incomplete upload is deleted.
   * @throws AppError FILE_NOT_SUPPORTED, FILE_TOO_LARGE, KEY_INVALID without a file, REQUEST_LIMIT
   */
  async keepVideo(
    customer: Customer,
    upload: (take: (file: IncomingFile) => Promise<ChatFile>) => Promise<StreamedUpload<ChatFile>>,
  ): Promise<ChatFile> {
    const ended = await upload((file) => this.#takeVideo(customer, file));
    if (ended.outcome !== 'file') throw refusalOf(ended);
    return ended.value;
  }

  async #takeVideo(customer: Customer, file: IncomingFile): Promise<ChatFile> {
    const chunks = file.content[Symbol.asyncIterator]();
    const head = await readHead(chunks);
    if (head.length === 0) throw new AppError('KEY_INVALID');
    const kind = kindOf('video', file, await fileTypeFromBuffer(head));
    const name = newName(kind);
    await this.#book(customer, 0);
    await this.#database.queries
      .insertInto('chat_file')
      .values({
        name,
        conversation_id: customer.conversationId,
        mime: kind.mime,
        store: this.#files.current,
        size: 0n,
        is_whole: false,
      })
      .execute();
    try {
      let size = 0;
      const counted = async function* (): AsyncGenerator<Buffer> {
        for await (const chunk of andThen(head, chunks)) {
          size += chunk.length;
          yield chunk;
        }
      };
      await this.#files.write({ kind: 'chat', name }, counted());
      await this.#book(customer, size);
      await this.#database.queries
        .updateTable('chat_file')
        .set({ size: BigInt(size), is_whole: true })
        .where('name', '=', name)
        .execute();
    } catch (error) {
      // Deleting the row removes the bytes. If the deletion fails, the cleaner repeats it.
      await this.#database.queries.deleteFrom('chat_file').where('name', '=', name).execute();
      throw error;
    }
    return { url: CHAT_FILE + name, filePath: name, fileType: kind.fileType };
  }

  /** @throws AppError REQUEST_LIMIT */
  async #book(customer: Customer, bytes: number): Promise<void> {
    const turn = customer.memberId === undefined ? GUESTS_TURN : filesTurn(customer.memberId);
    await this.#database.transactionInTurn([turn], (tx) => this.#budget.bookFile(tx, customer, bytes));
  }

  /** Finds a complete file of the conversation; undefined when there is none. */
  async find(name: string, conversationId: string): Promise<ChatFile | undefined> {
    const row = await this.#database.queries
      .selectFrom('chat_file')
      .select('mime')
      .where('name', '=', name)
      .where('conversation_id', '=', conversationId)
      .where('is_whole', '=', true)
      .executeTakeFirst();
    const kind = KINDS.find(({ mime }) => mime === row?.mime);
    return kind && { url: CHAT_FILE + name, filePath: name, fileType: kind.fileType };
  }

  /** Returns the size and type of a file. @throws AppError NO_DATA */
  async describe(name: string): Promise<KeptFile & { mime: string }> {
    const row = await this.#database.queries
      .selectFrom('chat_file')
      .select(['mime', 'store', sql<string>`coalesce(size, length(content))`.as('size')])
      .where('name', '=', name)
      .where('is_whole', '=', true)
      .executeTakeFirst();
    if (!row) throw new AppError('NO_DATA');
    return { kind: 'chat', name, mime: row.mime, store: row.store as KeptIn, size: Number(row.size) };
  }

  /** Streams part of a file on demand, so a slow reader holds little memory. */
  read(file: KeptFile, range: ByteRange): AsyncIterable<Uint8Array> {
    return this.#files.read(file, range);
  }
}

/** @throws AppError FILE_NOT_SUPPORTED unless bytes, name and declared type agree on a kind that may be sent */
function kindOf(
  wanted: MediaKind,
  { fileName, mime: declared }: { fileName: string; mime: string },
  found: { mime: string } | undefined,
): Kind {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const kind = KINDS.find(
    ({ fileType, mime, extensions }) =>
      fileType === wanted &&
      mime === found?.mime &&
      mime === declared.toLowerCase() &&
      extensions.includes(extension),
  );
  if (!kind) throw new AppError('FILE_NOT_SUPPORTED');
  return kind;
}

const newName = (kind: Kind): string => `${randomBytes(24).toString('base64url')}.${kind.extensions[0]}`;

const refusalOf = ({ outcome }: Unreadable): AppError =>
  new AppError(outcome === 'too_large' ? 'FILE_TOO_LARGE' : 'KEY_INVALID');

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = [];
  for (let length = 0; length < HEAD_BYTES;) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(head);
}

async function* andThen(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}
