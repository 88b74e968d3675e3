import { createFolderStore } from '../adapters/files/folder-store.ts';
import { createS3Store } from '../adapters/files/s3-store.ts';
import { BytesInHand } from '../kernel/bytes-in-hand.ts';
import type { LimitName } from '../kernel/limits.ts';
import { createDatabaseStore } from '../modules/files/database-store.ts';
import type { FileHands } from '../modules/files/service.ts';
import { FileMover } from '../modules/files/mover.ts';
import { StoredFiles } from '../modules/files/service.ts';
import type { FileStore, StoreName } from '../ports/file-store.ts';
import type { Dependencies } from './dependencies.ts';

/** Composes file storage, the service that moves files, and the limits on file bytes in memory. */
export function composeFiles(
  dependencies: Pick<Dependencies, 'settings' | 'database' | 'logger' | 'metrics'>,
) {
  const { settings, database, logger, metrics } = dependencies;
  const stores = new Map<StoreName, FileStore>([
    ['database', createDatabaseStore(database)],
    ['folder', createFolderStore(settings.filesDir)],
  ]);
  if (settings.s3) {
    stores.set('s3', createS3Store({ ...settings.s3, timeoutMs: settings.counterpartyTimeoutMs }));
  }
  const files = new StoredFiles({ database, stores, current: settings.fileStore });
  const most = (name: LimitName): number => settings.limits[name].points;
  const hands: FileHands = {
    uploads: new BytesInHand(
      {
        perMember: most('UPLOAD_MEGABYTES_PER_MEMBER'),
        perAddress: most('UPLOAD_MEGABYTES_PER_ADDRESS'),
        perProcess: most('UPLOAD_MEGABYTES'),
      },
      () => metrics.limiterRefused('UPLOAD_MEGABYTES'),
    ),
    readers: new BytesInHand(
      {
        perMember: most('READER_MEGABYTES'),
        perAddress: most('READER_MEGABYTES_PER_ADDRESS'),
        perProcess: most('READER_MEGABYTES'),
      },
      () => metrics.limiterRefused('READER_MEGABYTES'),
    ),
  };
  return { files, hands, fileMover: new FileMover({ database, files, logger }) };
}
