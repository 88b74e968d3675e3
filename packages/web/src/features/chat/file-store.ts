const DATABASE = 'chat-files';
const FILES = 'files';

/** Files being sent, kept in the browser's database so that a reload does not lose them. */
export interface FileStore {
  put(id: string, file: File): Promise<void>;
  get(id: string): Promise<File | null>;
  remove(id: string): Promise<void>;
  /** Removes all files but those. */
  keepOnly(ids: readonly string[]): Promise<void>;
}

/**
 * Opens the store. Where the browser has no database or refuses it (private windows), files are kept in
 * memory until the page is left. No method ever rejects.
 */
export function openFileStore(): FileStore {
  const memory = new Map<string, File>();
  const database = open();
  const run = async (
    mode: IDBTransactionMode,
    act: (files: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> => {
    try {
      const opened = await database;
      return opened ? await resultOf(act(opened.transaction(FILES, mode).objectStore(FILES))) : undefined;
    } catch (error) {
      console.warn('chat files are kept in memory only', error);
      return undefined;
    }
  };
  return {
    async put(id, file) {
      memory.set(id, file);
      await run('readwrite', (files) => files.put(file, id));
    },
    async get(id) {
      const file = memory.get(id) ?? (await run('readonly', (files) => files.get(id)));
      return file instanceof File ? file : null;
    },
    async remove(id) {
      memory.delete(id);
      await run('readwrite', (files) => files.delete(id));
    },
    async keepOnly(ids) {
      const keys = await run('readonly', (files) => files.getAllKeys());
      if (!Array.isArray(keys)) return;
      for (const key of keys) if (!ids.includes(String(key))) await this.remove(String(key));
    },
  };
}

async function open(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(FILES));
    return await resultOf(request);
  } catch (error) {
    console.warn('chat files are kept in memory only', error);
    return null;
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')));
  });
}
