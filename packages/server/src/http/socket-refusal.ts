import type { Logger } from 'pino';
import { CodedError } from '../kernel/app-error.ts';

/**
 * Runs the admission of a socket.
 * @param what what is logged when the admission itself fails
 * @returns the refusal with its code, as the browser gets it; undefined when admitted
 */
export async function socketRefusal(
  admit: () => Promise<void>,
  { logger, what }: { logger: Logger; what: string },
): Promise<Error | undefined> {
  try {
    await admit();
    return undefined;
  } catch (error) {
    if (error instanceof CodedError) return new Error(error.code);
    logger.error({ err: error }, what);
    return new Error('INTERNAL_SERVER_ERROR');
  }
}
