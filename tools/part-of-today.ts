const DAY_MS = 86_400_000;

/**
 * One of `parts` parts of a list, each day the next one. Says which, and how all of it is had.
 * @param now epoch milliseconds
 */
export const partOfToday = <T>(
  what: string,
  list: readonly T[],
  parts: number,
  allBy: string,
  now = Date.now(),
): readonly T[] => {
  const turn = Math.floor(now / DAY_MS) % parts;
  const part = list.filter((_, index) => index % parts === turn);
  console.info(
    `${what}: ${part.length} of ${list.length}, part ${turn + 1} of ${parts}; all of them: ${allBy}`,
  );
  return part;
};
