/** Started by `npm run tool -- conformance --port …`: prints a line for each check. */
import { PORT_NAMES, type PortName } from '../protocol/ports.ts';
import { tryPort } from './run.ts';

const [port = '', url = ''] = process.argv.slice(2);
const secret = process.env['CONFORMANCE_SECRET'] ?? '';
const name = PORT_NAMES.find((one): one is PortName => one === port);
if (!name) {
  process.stderr.write(`there is no port ${port}: ${PORT_NAMES.join(', ')}\n`);
  process.exit(1);
}
const results = await tryPort(name, {
  url,
  secret,
  onResult: ({ name: check, difference }) =>
    process.stdout.write(
      difference === undefined ? `ok      ${check}\n` : `WRONG   ${check}\n        ${difference}\n`,
    ),
});
const wrong = results.filter(({ difference }) => difference !== undefined).length;
process.stdout.write(`\n${port}: ${results.length - wrong} of ${results.length} checks hold\n`);
process.exitCode = wrong === 0 ? 0 : 1;
