import { createContext, useContext } from 'react';

/**
 * Tracks the row under the pointer in a table or chart, so that the other can highlight it. Outside React's
 * state for speed.
 */
export class RowHighlight {
  private key: string | null = null;
  private readonly listeners = new Set<(key: string | null) => void>();

  get current(): string | null {
    return this.key;
  }

  set(key: string | null): void {
    if (key === this.key) return;
    this.key = key;
    for (const listener of this.listeners) listener(key);
  }

  /** Subscribes to changes; returns a function that unsubscribes. */
  subscribe(listener: (key: string | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export const RowHighlightContext = createContext<RowHighlight>(new RowHighlight());

export const useRowHighlight = (): RowHighlight => useContext(RowHighlightContext);
