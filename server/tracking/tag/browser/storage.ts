/** Local storage that may be missing, full or forbidden. */
export function load<T>(key: string): T | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the tag alone writes under its keys, and its size allows no check
    return (JSON.parse(localStorage.getItem(key) || 'null') as T | null) || undefined;
  } catch {
    return undefined;
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private mode or a full storage: the page keeps its own memory.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
