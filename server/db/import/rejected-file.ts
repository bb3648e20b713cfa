import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** `FILE.rejected.ndjson`: `{line, reason, text}` of each rejected line. */
export class RejectedFile {
  private stream?: WriteStream;
  private count = 0;

  constructor(readonly path: string) {}

  get rejected(): number {
    return this.count;
  }

  async add(line: number, reason: string, text: string): Promise<void> {
    this.stream ??= createWriteStream(this.path);
    this.count += 1;
    const room = this.stream.write(`${JSON.stringify({ line, reason, text })}\n`);
    if (!room) await once(this.stream, 'drain');
  }

  /** Closes the file; without rejected lines, removes an old one. */
  async close(): Promise<void> {
    if (!this.stream) return rm(this.path, { force: true });
    this.stream.end();
    await finished(this.stream);
  }
}
