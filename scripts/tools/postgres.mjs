/** `npm run tool -- postgres`: runs a private PostgreSQL in the foreground and prints its address. */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { startPostgres } from '../lib/postgres.mjs';
import { runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

async function main() {
  const { values } = readToolOptions('postgres', {
    options: {
      embedded: { type: 'boolean', about: 'the server of the embedded package, not an installed one' },
      durable: { type: 'boolean', about: 'with fsync, as in production' },
    },
  });
  const postgres = await startPostgres({
    source: values.embedded ? 'embedded' : undefined,
    durable: values.durable,
  });
  process.stdout.write(`url: ${postgres.url}\n`);
  const ticking = setInterval(() => {}, 2 ** 30);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      clearInterval(ticking);
      void postgres.stop();
    });
  }
}

runMain(main);
