const POLL_MS = 15;

/**
 * Tries a check again and again until it passes.
 * @param check throws, as `expect` does, while the world is not as it should be
 * @returns what the check returns
 * @throws what the check threw last, when `withinMs` have passed
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
