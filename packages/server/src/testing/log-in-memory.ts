import { Writable } from 'node:stream';

/** Where a test's log goes, and what stands in it so far. */
export function logInMemory() {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
  };
}
