/**
 * `npm run tool -- NAME [options]`: runs one of the tools of `scripts/lib/tools.mjs` in this process, in the
 * repository as in the image. Without a name, or with `--help`, it lists them.
 */
import './lib/check-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeError, root } from './lib/process.mjs';
import { findTool, listTools } from './lib/tools.mjs';

const [name, ...args] = process.argv.slice(2);

/** Returns the tool's file; undefined when only the list is wanted. */
function fileOfTool() {
  if (name === undefined || name === '--help' || name === '-h') return undefined;
  try {
    return join(root, findTool(name).file);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    return process.exit(1);
  }
}

const file = fileOfTool();
if (file === undefined) process.stdout.write(listTools());
else {
  process.argv = [process.execPath, file, ...args];
  // Awaited at the top: a tool whose work never ends must not exit with code 0.
  await import(pathToFileURL(file).href);
}
