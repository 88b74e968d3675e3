/** The values of a content by path: `providers[PG].enabled`. */
type Places = Map<string, string>;

/**
 * Returns the changes between two contents, one line per path, sorted by path. Entries with a `code` are
 * compared by it, others by position.
 */
export function differences(before: unknown, after: unknown): string[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (place) => was.get(place) !== is.get(place),
  );
  return changed
    .sort()
    .map((place) => `${place}: ${was.get(place) ?? '(none)'} → ${is.get(place) ?? '(none)'}`);
}

function placesOf(value: unknown, at = '', places: Places = new Map()): Places {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) placesOf(entry, `${at}[${nameOf(entry) ?? index}]`, places);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) placesOf(entry, at ? `${at}.${key}` : key, places);
  } else {
    places.set(at, JSON.stringify(value));
  }
  return places;
}

function nameOf(entry: unknown): string | undefined {
  const code = (entry as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
