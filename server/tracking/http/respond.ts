import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCode } from '../../platform/errors';

const unzip = promisify(gunzip);

/** Stateless between calls. */
const UTF8 = new TextDecoder();

/** The body exceeds the limit of the endpoint. */
export class BodyTooLarge extends Error {}

/**
 * Bytes of an oversized body that are read and discarded. The sender then reads the answer instead of a
 * connection reset.
 */
const MAX_DISCARDED = 4 * 1024 * 1024;

/**
 * Reads a request body as UTF-8, without byte order mark, and decompresses gzip. The limit applies to the
 * decompressed size. Rejects with BodyTooLarge, or when the client disconnects.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  const zipped = /^(x-)?gzip$/i.test(request.headers['content-encoding'] ?? '');
  return UTF8.decode(zipped ? await unzipped(bytes, maxBytes) : bytes);
}

/** Returns a body that is not really gzip unchanged; it then fails as invalid JSON. */
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
    request.once('close', () => reject(new Error('the client disconnected')));
  });
}

/** Counts requests per address and second. Without a limit all requests pass. */
export class RateLimit {
  private second = 0;
  private counts = new Map<string, number>();

  constructor(
    private readonly perSecond: number | undefined,
    private readonly now: () => number,
  ) {}

  /** True if this request of the address is within the limit. */
  allows(address: string): boolean {
    if (this.perSecond === undefined) return true;
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.counts = new Map();
    }
    const count = (this.counts.get(address) ?? 0) + 1;
    this.counts.set(address, count);
    return count <= this.perSecond;
  }
}

/** Sends a JSON answer. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

/** Sends an error in the format of the REST shim: `{"_message": [...]}`. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  // Closes the connection because the rest of the oversized body is not read.
  const closing: Record<string, string> = status === 413 ? { Connection: 'close' } : {};
  sendJson(response, status, { _message: [message] }, { ...closing, ...headers });
}
