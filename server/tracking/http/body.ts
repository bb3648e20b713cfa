import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCode } from '../../errors';

const unzip = promisify(gunzip);

/** Keeps no state between texts. */
const UTF8 = new TextDecoder();

/** The body was longer than the door takes. */
export class BodyTooLarge extends Error {}

/**
 * So much of a body that is too long is read and thrown away, so that its sender reads the answer instead of finding
 * the connection cut.
 */
const MAX_DISCARDED = 4 * 1024 * 1024;

/**
 * Reads a request's body as UTF-8, without byte order mark, unzipped where it says that it is zipped: the limit is of
 * what it comes to. Rejects with BodyTooLarge, or when the client breaks off.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  const zipped = /^(x-)?gzip$/i.test(request.headers['content-encoding'] ?? '');
  return UTF8.decode(zipped ? await unzipped(bytes, maxBytes) : bytes);
}

/** What is not gzip, whatever its header says, stays as it came: the doors find no JSON in it. */
async function unzipped(bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLarge();
    return bytes;
  }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
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
      else resolve(chunks[0] && chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client broke off')));
  });
}
