let codes: ReadonlyMap<string, Buffer> | undefined;

/** Returns the bytes of every two-byte character: the decoder knows the table, Node.js has no encoder. */
function readCodes(): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder('shift_jis');
  const found = new Map<string, Buffer>();
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) {
      const bytes = Buffer.from([lead, trail]);
      const text = decoder.decode(bytes);
      if ([...text].length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, bytes);
    }
  }
  for (let one = 0xa1; one <= 0xdf; one += 1) {
    const bytes = Buffer.from([one]);
    found.set(decoder.decode(bytes), bytes);
  }
  return found;
}

/** Encodes a text as CP932, the Shift_JIS of Windows; characters that it lacks become `?`. */
export function encodeCp932(text: string): Buffer {
  codes ??= readCodes();
  const known = codes;
  return Buffer.concat(
    [...text].map((char) => (char <= '\x7f' ? Buffer.from(char) : (known.get(char) ?? Buffer.from('?')))),
  );
}
