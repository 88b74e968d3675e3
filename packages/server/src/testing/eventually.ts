/** Pauses between checks: short at first, longer when the state takes its time, so that asking costs little. */
const FIRST_POLL_MS = 15;
const LONGEST_POLL_MS = 60;

/**
 * Repeats a check until it passes.
 * @param check throws, as `expect` does, until the expected state is reached
 * @returns the result of the check
 * @throws the last error of the check, after `withinMs`
 */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_POLL_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
