/** A failure that is told in one line, without a stack: something the reader can put right. */
export class BenchError extends Error {
  override name = 'BenchError';
}
