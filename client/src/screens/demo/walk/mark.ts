const MARK = /^([0-9a-z]{8,9})-[0-9a-f]{12}$/;
/** Tolerance for the clock difference between browser and server. */
const CLOCK_TOLERANCE_MS = 24 * 3_600_000;

/** Creates a mark that identifies the walkthrough's click and contains the start time. */
export function newMark(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `${now.toString(36)}-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Reads a mark from the address. Returns null if it is invalid. */
export const readMark = (text: string | null): string | null =>
  text !== null && MARK.test(text) ? text : null;

/** Returns the start time of a walkthrough by the browser's clock, in milliseconds. */
export const startOf = (mark: string): number => parseInt(mark, 36);

/** Returns the start of the time range to search for the click. */
export const searchStart = (mark: string): string =>
  new Date(startOf(mark) - CLOCK_TOLERANCE_MS).toISOString();

/** Query parameter on the click of a walkthrough. */
export const markParameter = (mark: string): string => `walk=${mark}`;

/** Adds the mark to a link. */
export function markedLink(link: string, mark: string): string {
  const url = new URL(link);
  url.searchParams.set('walk', mark);
  return url.toString();
}
