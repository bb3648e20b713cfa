/** Set by `npm run check:full`: every screen is looked at in every way; else a run looks at the part whose day it is. */
export const WHOLE = process.env.INFLOW_EVERY_LOOK === '1';
const DAY_MS = 86_400_000;

/** One of `parts` parts of a list, each day the next one; the whole list on request. Says which. */
export const partOfToday = <T>(what: string, list: readonly T[], parts: number, now = Date.now()): readonly T[] => {
  if (WHOLE) return list;
  const turn = Math.floor(now / DAY_MS) % parts;
  const part = list.filter((_, index) => index % parts === turn);
  console.info(`${what}: ${part.length} of ${list.length}, part ${turn + 1} of ${parts}; all of them: npm run check:full`);
  return part;
};
