import { getConnection, noteAnswer, noteNoAnswer } from './connection.ts';
import { isReloading, isServerThere } from './stale-code.ts';

/** Code that failed to load for want of a connection: no fault of the app. */
export class CutOffError extends Error {
  override name = 'CutOffError';
}

/**
 * Loads code by `import()`. Tries a second time when the server answers: the connection may have come back
 * since the request was made. Never resolves when the page is about to be reloaded from a new version.
 * @throws CutOffError without a connection, and the second failure itself where the server answers
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await loadWithStyles(load);
  } catch (fault) {
    if (await isReloading()) return new Promise<never>(() => {});
    if (!(await isConnected())) throw new CutOffError('code did not come', { cause: fault });
  }
  try {
    return await loadWithStyles(load);
  } catch (fault) {
    if (await isReloading()) return new Promise<never>(() => {});
    throw (await isConnected()) ? fault : new CutOffError('code did not come', { cause: fault });
  }
}

async function isConnected(): Promise<boolean> {
  if (getConnection() === 'offline') return false;
  const isThere = await isServerThere();
  if (isThere) noteAnswer();
  else noteNoAnswer();
  return isThere;
}

const failedStyles = new Set<HTMLLinkElement>();
let stylesComing: Promise<unknown> = Promise.resolve();

// An error of a resource does not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  { capture: true },
);

/** The bundler requests each stylesheet once only: those that failed are requested again here. */
async function loadWithStyles<T>(load: () => Promise<T>): Promise<T> {
  const earlier = stylesComing.catch(() => undefined);
  stylesComing = Promise.all([earlier, ...[...failedStyles].map(loadStyle)]);
  await stylesComing;
  return load();
}

function loadStyle(failed: HTMLLinkElement): Promise<void> {
  failedStyles.delete(failed);
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${link.href} did not come`)));
    failed.replaceWith(link);
  });
}
