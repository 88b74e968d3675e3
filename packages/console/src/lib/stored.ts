/** Reads a choice of this browser; null where storage is blocked or empty. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`console.${key}`);
  } catch {
    return null;
  }
}

/** Keeps a choice of this browser, where storage is allowed; null forgets it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`console.${key}`);
    else localStorage.setItem(`console.${key}`, value);
  } catch {
    // The choice lasts until the page is closed.
  }
}
