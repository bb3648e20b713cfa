/** Creates an id: 12 hexadecimal digits of milliseconds, then 20 of randomness. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const digits = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
  return (Date.now() + 0x1000000000000).toString(16).slice(-12) + digits;
}

/** Returns a 64-bit hash of a text as hexadecimal. */
export function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 15);
  }
  return (a >>> 0).toString(16) + (b >>> 0).toString(16);
}
