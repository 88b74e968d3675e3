import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;
/** The environment is loaded anew for every file, so that it remembers on the global object. */
const OPENED = Symbol.for('krapao.lasting-window');

/**
 * jsdom, opened once for all the test files of a worker: they share modules, and modules listen to the window that
 * was there when they were loaded.
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

// Vitest asks for it.
// oxlint-disable-next-line import/no-default-export
export default lastingWindow;
