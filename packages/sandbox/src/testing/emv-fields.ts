/** Reads tag, length and value one after the other; fails on any other text. */
export function readFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let place = 0; place < text.length;) {
    const tag = text.slice(place, place + 2);
    const length = Number(text.slice(place + 2, place + 4));
    const value = text.slice(place + 4, place + 4 + length);
    if (value.length !== length) throw new Error(`tag ${tag} is cut short`);
    fields[tag] = value;
    place += 4 + length;
  }
  return fields;
}
