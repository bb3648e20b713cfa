import type { ServerResponse } from 'node:http';

/** Answers with JSON. */
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

/** Answers an error as the REST shim does: `{"_message": [...]}`. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  // What is left of a refused body is not read: the connection ends with the answer.
  const closing: Record<string, string> = status === 413 ? { Connection: 'close' } : {};
  sendJson(response, status, { _message: [message] }, { ...closing, ...headers });
}
