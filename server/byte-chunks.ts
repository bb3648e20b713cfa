/** Bytes are handed on in pieces of about this size: memory stays flat however long the text is. */
const PIECE = 64 * 1024;

/** Most bytes of UTF-8 that a character unit of a string takes. */
const MOST_BYTES = 3;

/**
 * Collects text, as bytes at once, into pieces that are worth handing on: text that waits for the rest of its
 * piece would outlive what it was made of, and the memory for young objects grows with what outlives. One long text
 * of many short ones is slower, too: it is put together once more before it becomes bytes.
 */
export class Pieces {
  private buffer = Buffer.allocUnsafe(PIECE);
  private used = 0;

  /** The full piece that this text had no place in any more. */
  add(text: string): Buffer | null {
    const most = text.length * MOST_BYTES;
    const full = this.used > 0 && this.used + most > this.buffer.length ? this.take() : null;
    if (most > this.buffer.length) this.buffer = Buffer.allocUnsafe(most);
    this.used += this.buffer.write(text, this.used);
    return full;
  }

  take(): Buffer {
    const piece = this.buffer.subarray(0, this.used);
    this.buffer = Buffer.allocUnsafe(PIECE);
    this.used = 0;
    return piece;
  }
}
