import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { errorCode } from '../platform/errors';

/** A request must be complete within this time. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** An upload may take longer, while this much of it arrives in each `REQUEST_TIMEOUT_MS` ... */
const MIN_BYTES = 64 * 1024;
/** ... but at most this many times as long. */
const MAX_PERIODS = 10;

/** Returns the options of a server that closes connections without a complete request. */
export const requestTimeouts = (timeoutMs: number): ServerOptions => ({
  headersTimeout: timeoutMs,
  requestTimeout: timeoutMs,
  connectionsCheckingInterval: Math.ceil(timeoutMs / 30),
});

const STATUS = new Map<unknown, string>([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

interface Upload {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** Bytes that the socket had received when the current period began. */
  bytes: number;
  periods: number;
}

const isProgressing = ({ request, socket, periods, bytes }: Upload): boolean =>
  !request.complete && periods < MAX_PERIODS && socket.bytesRead - bytes >= MIN_BYTES;

/** Gives uploads over slow lines more time than other requests. */
export class SlowUploads {
  private readonly uploads = new WeakMap<Duplex, Upload>();

  constructor(
    server: Server,
    private readonly timeoutMs: number,
  ) {
    server.on('clientError', (error, socket) => this.onError(error, socket));
  }

  /** Registers a request whose body may arrive slowly. */
  allow(request: IncomingMessage): void {
    const { socket } = request;
    if (!request.complete) this.uploads.set(socket, { request, socket, periods: 0, bytes: socket.bytesRead });
  }

  /** Node leaves a connection with an error open if someone listens to it. */
  private onError(error: Error, socket: Duplex): void {
    const code = errorCode(error);
    const upload = this.uploads.get(socket);
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && upload && isProgressing(upload)) return this.watch(upload);
    const status = STATUS.get(code) ?? '400 Bad Request';
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    socket.destroy();
  }

  private watch(upload: Upload): void {
    upload.periods += 1;
    upload.bytes = upload.socket.bytesRead;
    setTimeout(() => {
      if (upload.request.complete) return;
      if (isProgressing(upload)) this.watch(upload);
      else upload.socket.destroy();
    }, this.timeoutMs).unref();
  }
}
