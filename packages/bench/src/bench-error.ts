/** A failure reported in one line, without a stack: the reader can fix it. */
export class BenchError extends Error {
  override name = 'BenchError';
}
