/** Loads from local storage, which may be missing, full or forbidden. */
export function load<T>(key: string): T | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the tag alone writes under its keys, and its size allows no check
    return (JSON.parse(localStorage.getItem(key) || 'null') as T | null) || undefined;
  } catch {
    return undefined;
  }
}

/** Saves a value. Returns false if the browser rejects it, as in private mode or with full storage. */
export function save(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
