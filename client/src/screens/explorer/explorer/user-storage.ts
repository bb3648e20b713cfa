/** Storage interface for the explorer's tabs, queries and history. */
interface Place {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  clear: () => void;
  length: number;
}

/** Local storage of one user's tabs and history, separate from other users of the browser. */
export function userStorage(userId: number): Place {
  const prefix = `ic_${userId}_`;
  const own = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}graphiql:`));
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear: () => own().forEach((key) => localStorage.removeItem(key)),
    get length() {
      return own().length;
    },
  };
}
