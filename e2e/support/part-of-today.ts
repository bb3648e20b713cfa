import { partOfToday as part } from '../../tools/part-of-today';

/** Set by `npm run check:full`: every screen is looked at in every way; else a run looks at the part whose day it is. */
export const WHOLE = process.env.INFLOW_EVERY_LOOK === '1';

/** One of `parts` parts of a list, each day the next one; the whole list on request. */
export const partOfToday = <T>(what: string, list: readonly T[], parts: number): readonly T[] =>
  WHOLE ? list : part(what, list, parts, 'npm run check:full');
