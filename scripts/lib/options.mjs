import { parseArgs } from 'node:util';
import { UserError } from './process.mjs';

/**
 * Checks a command's options before building. `--help` prints the usage and ends the program; an unknown
 * option is reported in one line.
 * @param {string} usage one line
 * @param {Record<string, { type: 'string', multiple?: boolean }>} options
 * @returns {void}
 */
export function checkOptions(usage, options) {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    parseArgs({ options });
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UserError(`${first}; ${usage}`);
  }
}
