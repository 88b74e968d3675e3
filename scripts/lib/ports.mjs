import { createServer } from 'node:net';
import { UserError } from './process.mjs';

/** Returns a port of this machine that is free at the moment. @returns {Promise<number>} */
export function freePort(host = '127.0.0.1') {
  return listenOnce(0, host);
}

/**
 * Reads a port from a setting and makes sure that it is free; 0 chooses a free one.
 * @param {string} setting its name
 * @param {{ fallback: number, host: string }} options
 * @returns {Promise<number>}
 * @throws {UserError} naming the setting
 */
export async function portOfSetting(setting, { fallback, host }) {
  const given = process.env[setting] || String(fallback);
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) throw new UserError(`${setting}: ${given} is not a port number`);
  try {
    return await listenOnce(port, host);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `${setting}: port ${port} is in use; stop what uses it or set ${setting} to another port`,
      );
    }
    if (code === 'EACCES') throw new UserError(`${setting}: this user may not listen on port ${port}`);
    throw new UserError(`HOST: cannot listen on ${host} (${String(code)})`);
  }
}

/**
 * Chooses the port of the staff's console: the setting's, or 8070 and any free one where that is taken.
 * @returns {Promise<number | undefined>} undefined where CONSOLE_PORT is off
 * @throws {UserError} naming the setting
 */
export async function consolePort() {
  const given = process.env.CONSOLE_PORT;
  const host = process.env.CONSOLE_HOST || '127.0.0.1';
  if (given === 'off') return undefined;
  if (given) return portOfSetting('CONSOLE_PORT', { fallback: 0, host });
  return listenOnce(8070, host).catch(() => freePort(host));
}

/** @returns {Promise<number>} the port that could be listened on */
function listenOnce(/** @type {number} */ port, /** @type {string} */ host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
