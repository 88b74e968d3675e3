/** Splits bytes into parts of one size; the last may be shorter. Only one part is in memory at a time. */
export async function* inParts(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (length + rest.length >= size) {
      const wanted = size - length;
      yield Buffer.concat([...chunks, rest.subarray(0, wanted)]);
      rest = rest.subarray(wanted);
      chunks = [];
      length = 0;
    }
    if (rest.length > 0) chunks.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
