import { explain, run } from './cli/run.ts';
import { createLogger } from './kernel/logger.ts';
import { readSettings } from './kernel/settings.ts';
import { startServer } from './start-server.ts';

await run(async () => {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  const server = await startServer(settings, logger);
  logger.info({ url: server.url }, 'serving');

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error) ?? error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
});
