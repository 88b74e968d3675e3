type Fields = Record<string, unknown>;

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

const emptyFields = (): Fields => Object.create(null) as Fields;

/**
 * Returns the fields of a form whose names have brackets as an object: `source[type]=promptpay` is
 * `{ source: { type: 'promptpay' } }`, and `types[]=a` is `{ types: { '': 'a' } }`. Other names stay as they are.
 */
export function nested(fields: Readonly<Fields>): Fields {
  const root = emptyFields();
  for (const [name, value] of Object.entries(fields)) {
    const [, first = name, rest = ''] = NAME.exec(name) ?? [];
    const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
    const path = [first, ...inner];
    const last = path.pop() ?? '';
    let target = root;
    for (const key of path) {
      const known = target[key];
      const next = typeof known === 'object' && known !== null ? (known as Fields) : emptyFields();
      target[key] = next;
      target = next;
    }
    target[last] = value;
  }
  return root;
}

/** Returns a list that a form wrote with brackets, with numbers in them or without; anything else as it is. */
export const listOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.values(value).flat() : value;
