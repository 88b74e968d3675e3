/** Names of the file stores. */
export type StoreName = 'database' | 'folder' | 's3';

/** Byte range, from `start` to `end` inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores files under keys such as `chat/name.mp4`. Content is streamed: a file is never in memory as a whole.
 */
export interface FileStore {
  /** Maximum number of bytes of a file in memory during a write. */
  readonly bytesInHand: number;
  /**
   * Streams a file into the store, replacing a file with the same key. A write that breaks off stores
   * nothing.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws Error when there is no such file */
  read(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Removing a file that is gone is no error. */
  remove(key: string): Promise<void>;
}

const KEY = /^[a-z]+\/[\w-]+(\.\w+)?$/;

/** @throws Error for a key that might lead out of the store */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`not a key of a file: ${key}`);
}
