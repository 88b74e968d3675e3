/** Runs the sandbox as its own process. */
import { createServer } from 'node:net';
import { startSandbox } from './app.ts';
import { readSettings, SettingsError } from './settings.ts';
import { JournalError } from './store/journal.ts';

const LOG_LEVEL = 'warn';

/** Returns a one-line explanation of an error that the person who started it can fix; otherwise null. */
function explain(error: unknown, port: number): string | null {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof JournalError) return `DATA_DIR: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `SANDBOX_PORT: port ${port} is in use`;
  if (code === 'EACCES') return `SANDBOX_PORT: port ${port} may not be used`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: ${message}`;
  return null;
}

/** Fails when the port is taken, before the other process's state is touched. */
const probePort = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

async function main(): Promise<void> {
  let port = 0;
  try {
    const settings = readSettings(process.env);
    port = settings.port;
    await probePort(settings.host, port);
    const { publicUrl, dialects, operatorUrl, seed, ...rest } = settings;
    const sandbox = await startSandbox({
      ...rest,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(dialects === undefined ? {} : { dialects }),
      ...(operatorUrl === undefined ? {} : { operatorUrl }),
      ...(seed === undefined ? {} : { seed }),
      logger: { level: LOG_LEVEL },
    });
    process.stdout.write(`sandbox: ${sandbox.url}/\n`);
    const stop = (): void => void sandbox.stop().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    const line = explain(error, port);
    if (line === null) throw error;
    process.stderr.write(`sandbox: ${line}\n`);
    process.exitCode = 1;
  }
}

await main();
