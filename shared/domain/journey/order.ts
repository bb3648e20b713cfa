/** What every event has: its own outside id and its instant in epoch milliseconds. */
export interface JourneyEvent {
  readonly id: string;
  readonly time: number;
}

/**
 * Compares ids by their UTF-8 bytes, as both databases do with binary collation. JavaScript compares
 * UTF-16 units, which differs only where a surrogate pair meets U+E000..U+FFFF.
 */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Ranks a UTF-16 unit so that surrogates (code points from U+10000) come after U+E000..U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The order that everything is a function of: time, then id. */
export function compareEvents(a: JourneyEvent, b: JourneyEvent): number {
  return a.time - b.time || compareIds(a.id, b.id);
}

/** A copy in (time, id) order. */
export function inEventOrder<T extends JourneyEvent>(events: readonly T[]): T[] {
  return [...events].sort(compareEvents);
}
