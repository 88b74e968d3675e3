const POLL_MS = 15;

/**
 * Repeats a check until it passes.
 * @param check throws, as `expect` does, until the expected state is reached
 * @returns the result of the check
 * @throws the last error of the check, after `withinMs`
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 15_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
