/** Kinds of rows in the live view, in the order in which one leads to the next. */
export const liveKinds = ['click', 'view', 'cv', 'result', 'postback', 'rejected'] as const;

export type LiveKind = (typeof liveKinds)[number];

/** Minutes that the live view looks back when it opens. */
export const LIVE_MINUTES = 30;
/** Rows of this time that it begins with at most. */
export const LIVE_BACKLOG = 200;
/** Rows that a stream shows per second at most; the others are counted. */
export const LIVE_ROWS_PER_SECOND = 20;

/** Rows that were left out, by kind. */
export type LiveCounts = Partial<Record<LiveKind, number>>;

interface Passing {
  readonly kind: LiveKind;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Whether a row that passed before has changed. */
  readonly isChange?: boolean;
}

/**
 * Chooses which rows the live view shows if there are too many. The kinds take turns, newest rows first, so that a
 * flood of one kind never hides another.
 * @returns the shown rows in order of time, and the number of other new rows by kind
 */
export function chooseLiveRows<T extends Passing>(
  rows: readonly T[],
  limit: number,
): { shown: T[]; counts: LiveCounts } {
  const ranks = new Map<LiveKind, number>();
  const ranked = [...rows]
    .sort((a, b) => b.time - a.time)
    .map((row) => {
      const rank = ranks.get(row.kind) ?? 0;
      ranks.set(row.kind, rank + 1);
      return { row, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
  const counts: LiveCounts = {};
  for (const { kind, isChange } of ranked.slice(limit)) if (!isChange) counts[kind] = (counts[kind] ?? 0) + 1;
  return { shown: ranked.slice(0, limit).sort((a, b) => a.time - b.time), counts };
}
