import type { IncomingMessage } from 'node:http';

/** Keeps no state between texts. */
const UTF8 = new TextDecoder();

/** The body was longer than the door takes. */
export class BodyTooLarge extends Error {}

/**
 * So much of a body that is too long is read and thrown away, so that its sender reads the answer instead of finding
 * the connection cut.
 */
const MAX_DISCARDED = 4 * 1024 * 1024;

/** Reads a request's body as UTF-8, without byte order mark. Rejects with BodyTooLarge, or when the client breaks off. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks = [];
      if (length > maxBytes + MAX_DISCARDED) {
        request.pause();
        reject(new BodyTooLarge());
      }
    });
    request.once('end', () => {
      if (length > maxBytes) reject(new BodyTooLarge());
      else resolve(UTF8.decode(chunks[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client broke off')));
  });
}
