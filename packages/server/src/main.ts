import type { Logger } from 'pino';
import { explain, run } from './cli/run.ts';
import { createLogger } from './kernel/logger.ts';
import type { Tracing } from './kernel/request-tracer.ts';
import { readSettings, type Settings } from './kernel/settings.ts';
import type { RunningServer } from './start-server.ts';
import { startTracing } from './tracing/start.ts';

/** Exit code of an interrupted program. */
const INTERRUPTED = 130;

await run(async () => {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.logLevel);
  // Tracing must start before the modules that it instruments are loaded.
  const tracing = await startTracing(settings);
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(settings, logger, tracing);
  logger.info({ url: server.url, metricsUrl: server.metricsUrl }, 'serving');
  stopOnSignal(server, { settings, logger, tracing });
});

/**
 * Stops the process on signals: the first one lets it finish its work, the second one ends it at once. Ctrl-C
 * does not wait for load balancers.
 */
function stopOnSignal(
  server: RunningServer,
  { settings, logger, tracing }: { settings: Settings; logger: Logger; tracing: Tracing | undefined },
): void {
  let isStopping = false;
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (isStopping) process.exit(INTERRUPTED);
    isStopping = true;
    const graceMs = signal === 'SIGTERM' ? settings.drainGraceMs : 0;
    logger.info({ signal, graceMs }, 'draining');
    const bound = setTimeout(() => {
      logger.error({ afterMs: graceMs + settings.drainTimeoutMs }, 'not everything was finished in time');
      process.exit(1);
    }, graceMs + settings.drainTimeoutMs);
    bound.unref();
    server
      .stop(graceMs)
      .then(() => tracing?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(explain(error) ?? error);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
}
