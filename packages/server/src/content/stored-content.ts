import { contentSchema, type Content } from './schema.ts';

/**
 * Returns stored content with the defaults of lines and files that the version which stored it did not know. A file
 * that is not valid any more stays as it was stored.
 */
export function withDefaults(stored: object): Content {
  const given = new Map<string, unknown>(Object.entries(stored));
  const read = Object.entries(contentSchema.shape).map(([key, schema]): [string, unknown] => {
    const { success, data } = schema.safeParse(given.get(key));
    return [key, success ? data : given.get(key)];
  });
  return { ...stored, ...Object.fromEntries(read) } as Content;
}
