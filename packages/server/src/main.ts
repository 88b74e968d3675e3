import { ContentError } from './content/read.ts';
import { DataDirBusyError } from './database/data-dir-lock.ts';
import { MigrationError } from './database/migrate.ts';
import { createLogger } from './kernel/logger.ts';
import { readSettings, SettingsError } from './kernel/settings.ts';
import { startServer } from './start-server.ts';

const EXPLAINED = [SettingsError, ContentError, DataDirBusyError, MigrationError];

/** Ends the process with one line when what is wrong is the operator's to mend. */
function fail(error: unknown): never {
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') console.error(`PORT: ${port} is in use by another program`);
  else if (EXPLAINED.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    console.error(`DATABASE_URL: the database does not answer (${code})`);
  else console.error(error);
  process.exit(1);
}

try {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  const server = await startServer(settings, logger);
  logger.info({ url: server.url }, 'serving');

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    server.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  fail(error);
}
