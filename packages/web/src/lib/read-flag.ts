/** Reads a yes-or-no lookup, which servers answer as `{ [name]: bool }`, `{ isActive: bool }` or a bare boolean. */
export function readFlag(reply: unknown, name: string): boolean | undefined {
  if (typeof reply === 'boolean') return reply;
  if (typeof reply !== 'object' || reply === null) return undefined;
  const fields = reply as Readonly<Record<string, unknown>>;
  const value = fields[name] ?? fields['isActive'];
  return typeof value === 'boolean' ? value : undefined;
}
