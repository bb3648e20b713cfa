/** What decides where a row of a report stands: by what it ranks in the column that puts rows in order, and its name. */
export interface RowPlace {
  /** Null: it has no rank there, and is shown as '-'. */
  readonly rank: number | null;
  readonly name: string;
}

// Made once: finding the rules of a language for each comparison is most of sorting ten thousand rows.
const byName = new Intl.Collator('ja').compare;

/** Rows by their names, as people look them up. */
export const nameOrder =
  (ascending: boolean) =>
  (a: Pick<RowPlace, 'name'>, b: Pick<RowPlace, 'name'>): number =>
    byName(a.name, b.name) * (ascending ? 1 : -1);

/**
 * Rows of a report as people read them, on screen, in files and in mails: by rank, those that rank alike by name. What is
 * shown as '-' comes last: a row without a rank either way, one of zero where rows ascend.
 */
export function rankOrder(ascending: boolean): (a: RowPlace, b: RowPlace) => number {
  const direction = ascending ? 1 : -1;
  const isLast = ({ rank }: RowPlace): boolean => rank === null || (ascending && rank === 0);
  return (a, b) => {
    const apart = Number(isLast(a)) - Number(isLast(b)) || Number(a.rank === null) - Number(b.rank === null);
    if (apart !== 0) return apart;
    if (a.rank === null || b.rank === null || a.rank === b.rank) return byName(a.name, b.name);
    return a.rank < b.rank ? -direction : direction;
  };
}
