/** Places that files may be kept in. `row`: in the row that describes the file, as files of earlier versions are. */
export type StoreName = 'database' | 'folder' | 's3';

/** The bytes from `start` up to and with `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Keeps files under keys such as `chat/name.mp4`. Bytes go in and out in parts: a file is never in memory as a whole. */
export interface FileStore {
  /** How much of a file that is being written is in memory at most. */
  readonly bytesInHand: number;
  /** Keeps a file as it arrives, in the place of one that has the key already. Nothing is kept when it breaks off. */
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
