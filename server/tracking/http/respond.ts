import type { ServerResponse } from 'node:http';

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
