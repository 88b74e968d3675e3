import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;
/** The environment module is reloaded for every file, so the window is kept on the global object. */
const OPENED = Symbol.for('krapao.lasting-window');

/**
 * jsdom, opened once for all test files of a worker: they share modules, and modules listen to the window in
 * which they were loaded.
 */
const lastingWindow: Environment = {
  ...jsdom,
  name: 'lasting-window',
  async setup(global, options) {
    const worker = global as Record<symbol, boolean | undefined>;
    if (!worker[OPENED]) await jsdom.setup(global, options);
    worker[OPENED] = true;
    return { teardown: () => undefined };
  },
};

// Vitest requires a default export.
// oxlint-disable-next-line import/no-default-export
export default lastingWindow;
