import type { IncomingMessage } from 'node:http';

/** The body was longer than the door takes. */
export class BodyTooLarge extends Error {}

/** Reads a request's body as UTF-8, without byte order mark. Rejects with BodyTooLarge, or when the client breaks off. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      reject(new BodyTooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        chunks.length = 0;
        request.removeAllListeners('data');
        request.pause();
        reject(new BodyTooLarge());
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(new TextDecoder().decode(Buffer.concat(chunks))));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client broke off')));
  });
}
