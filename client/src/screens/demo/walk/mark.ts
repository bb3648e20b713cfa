const MARK = /^([0-9a-z]{8,9})-[0-9a-f]{12}$/;
/** A click lies as little before the walk's beginning as the clocks of browser and server differ. */
const CLOCKS_MS = 24 * 3_600_000;

/** A mark that a walk's click bears, so that it is found among all others; it tells when the walk began. */
export function newMark(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `${now.toString(36)}-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The mark of an address; null for what is none. */
export const readMark = (text: string | null): string | null =>
  text !== null && MARK.test(text) ? text : null;

/** When a walk began, by the browser's clock, in milliseconds. */
export const beginningOf = (mark: string): number => parseInt(mark, 36);

/** Since when its click is looked for. */
export const searchedFrom = (mark: string): string => new Date(beginningOf(mark) - CLOCKS_MS).toISOString();

/** The query parameter that the click of a walk bears. */
export const markParameter = (mark: string): string => `walk=${mark}`;

/** The link as the walker follows it. */
export function markedLink(link: string, mark: string): string {
  const url = new URL(link);
  url.searchParams.set('walk', mark);
  return url.toString();
}
