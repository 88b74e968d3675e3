import { onTestFinished } from 'vitest';

/** Gives the browser parts that jsdom lacks, such as the clipboard, until the running test has ended. */
export function stubNavigator(parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, name);
    });
  }
}
