/** What the explorer keeps its tabs, queries and history in. */
interface Place {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  clear: () => void;
  length: number;
}

/** Local storage for one user's tabs and history, so that another user of the browser does not find them. */
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
