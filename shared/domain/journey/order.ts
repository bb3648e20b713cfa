/** Common fields of all events: the outside id and the instant in epoch milliseconds. */
export interface JourneyEvent {
  readonly id: string;
  readonly time: number;
}

/**
 * Compares ids by their UTF-8 bytes, like the binary collation of both databases (domain.md section 3).
 * JavaScript compares UTF-16 units, which only differs between surrogate pairs and U+E000..U+FFFF.
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

/** Compares events by time, then id. All derived data is a function of this order (domain.md section 3). */
export function compareEvents(a: JourneyEvent, b: JourneyEvent): number {
  return a.time - b.time || compareIds(a.id, b.id);
}

/** Returns a copy in (time, id) order. */
export function inEventOrder<T extends JourneyEvent>(events: readonly T[]): T[] {
  return [...events].sort(compareEvents);
}
