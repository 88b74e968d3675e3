import type { MEDIA_KINDS } from '@krapao/contract/chat';
import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { filesTurn, GUESTS_TURN } from '../../database/turns.ts';
import type { Upload } from '../../http/upload.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ChatBudget } from './budget.ts';
import { remakePicture, type PictureFormat } from './picture.ts';
import type { Customer } from './repo.ts';

/** Where the pictures and videos of conversations are opened from. */
export const CHAT_FILE = '/chat-files/';

/** So much of a file is in memory at a time at most. */
export const PART_BYTES = 1024 * 1024;

export type MediaKind = (typeof MEDIA_KINDS)[number];

interface Kind {
  fileType: MediaKind;
  mime: string;
  /** Of a picture, which is made anew; a video is kept as it came. */
  format?: PictureFormat;
  extensions: readonly string[];
}

/** What may be sent, by what a look at its bytes says. Nothing here can run as a script. */
const KINDS: readonly Kind[] = [
  { fileType: 'image', mime: 'image/png', format: 'png', extensions: ['png'] },
  { fileType: 'image', mime: 'image/jpeg', format: 'jpeg', extensions: ['jpeg', 'jpg'] },
  { fileType: 'image', mime: 'image/gif', format: 'gif', extensions: ['gif'] },
  { fileType: 'video', mime: 'video/mp4', extensions: ['mp4'] },
  { fileType: 'video', mime: 'video/quicktime', extensions: ['mov', 'qt', 'quicktime'] },
];

/** How a browser is to take a file: what is not known to be harmless is saved, never shown. */
export function dispositionOf(mime: string): string {
  const kind = KINDS.find((one) => one.mime === mime);
  return kind ? `inline; filename="${kind.fileType}.${kind.extensions[0]}"` : 'attachment; filename="file"';
}

export interface ChatFile {
  url: string;
  filePath: string;
  fileType: MediaKind;
}

/** Pictures and videos that customers send. */
export class ChatFiles {
  readonly #database: Database;
  readonly #budget: ChatBudget;

  constructor(database: Database, budget: ChatBudget) {
    this.#database = database;
    this.#budget = budget;
  }

  /**
   * Keeps a file of a conversation, if its bytes, its name and its declared type all say that it may be sent.
   * @throws AppError FILE_NOT_SUPPORTED, FILE_TOO_LARGE, KEY_INVALID without a file, REQUEST_LIMIT
   */
  async keep(customer: Customer, wanted: 'image' | 'video', upload: Upload): Promise<ChatFile> {
    if (upload.outcome === 'too_large') throw new AppError('FILE_TOO_LARGE');
    if (upload.outcome !== 'file') throw new AppError('KEY_INVALID');
    const found = await fileTypeFromBuffer(upload.bytes);
    const extension = /\.([a-z0-9]+)$/i.exec(upload.fileName)?.[1]?.toLowerCase() ?? '';
    const kind = KINDS.find(
      ({ fileType, mime, extensions }) =>
        fileType === wanted &&
        mime === found?.mime &&
        mime === upload.mime.toLowerCase() &&
        extensions.includes(extension),
    );
    if (!kind) throw new AppError('FILE_NOT_SUPPORTED');
    const content = kind.format ? await remakePicture(upload.bytes, kind.format) : upload.bytes;
    if (!content) throw new AppError('FILE_NOT_SUPPORTED');
    const name = `${randomBytes(24).toString('base64url')}.${kind.extensions[0]}`;
    const { conversationId } = customer;
    const turn = customer.memberId === undefined ? GUESTS_TURN : filesTurn(customer.memberId);
    await this.#database.transactionInTurn([turn], (tx) =>
      this.#budget.bookFile(tx, customer, content.length),
    );
    await this.#database.queries
      .insertInto('chat_file')
      .values({ name, conversation_id: conversationId, mime: kind.mime, content })
      .execute();
    return { url: CHAT_FILE + name, filePath: name, fileType: kind.fileType };
  }

  /** A file of that conversation; undefined when there is none. */
  async find(name: string, conversationId: string): Promise<ChatFile | undefined> {
    const row = await this.#database.queries
      .selectFrom('chat_file')
      .select('mime')
      .where('name', '=', name)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst();
    const kind = KINDS.find(({ mime }) => mime === row?.mime);
    return kind && { url: CHAT_FILE + name, filePath: name, fileType: kind.fileType };
  }

  /** How large a file is, and of what type. @throws AppError NO_DATA */
  async describe(name: string): Promise<{ mime: string; size: number }> {
    const row = await this.#database.queries
      .selectFrom('chat_file')
      .select(['mime', sql<number>`length(content)`.as('size')])
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) throw new AppError('NO_DATA');
    return row;
  }

  /** All of a file, in parts that are read as they are wanted: a slow reader holds no more than one. */
  async *readAll(name: string, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < size; start += PART_BYTES) {
      yield await this.read(name, start, Math.min(start + PART_BYTES, size) - 1);
    }
  }

  /** The bytes from `start` up to and with `end`. @throws AppError NO_DATA */
  async read(name: string, start: number, end: number): Promise<Buffer> {
    const row = await this.#database.queries
      .selectFrom('chat_file')
      .select(sql<Buffer>`substring(content from ${start + 1} for ${end - start + 1})`.as('bytes'))
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row) throw new AppError('NO_DATA');
    return Buffer.from(row.bytes);
  }
}
