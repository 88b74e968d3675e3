import { Writable } from 'node:stream';

/** Creates a destination for a test's log, and access to its text so far. */
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
