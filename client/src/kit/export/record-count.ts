const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Creates a counter for the records in a stream of CSV bytes. Line ends within quotes don't count. */
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
