const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Counts the records of a CSV as its bytes come: line ends within quotes end none. */
export function recordCounter(): (bytes: Uint8Array) => number {
  let records = 0;
  let quoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records += 1;
    }
    return records;
  };
}
