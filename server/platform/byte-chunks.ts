/** Size of a piece in bytes, about: memory use stays flat for long texts. */
const CHUNK_BYTES = 64 * 1024;

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Collects text as bytes into pieces that are large enough to pass on.
 * Text is encoded at once: a string that waits for its piece to fill would outlive its sources, and the young
 * generation of the heap would grow. Joining many short strings into a long one is slower too, because the
 * text is copied once more before it is encoded.
 */
export class ByteChunks {
  private buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  private used = 0;

  /** Adds a text and returns the previous piece if the text doesn't fit into it. */
  add(text: string): Buffer | null {
    const most = text.length * MAX_BYTES_PER_UNIT;
    const full = this.used > 0 && this.used + most > this.buffer.length ? this.take() : null;
    if (most > this.buffer.length) this.buffer = Buffer.allocUnsafe(most);
    this.used += this.buffer.write(text, this.used);
    return full;
  }

  take(): Buffer {
    const chunk = this.buffer.subarray(0, this.used);
    this.buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    this.used = 0;
    return chunk;
  }
}
