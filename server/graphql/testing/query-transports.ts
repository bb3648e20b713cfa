import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Shape } from './query-shapes';

/** Response to a test request. */
export interface Received {
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  /** Path below `/graphql`. */
  readonly path?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Way to send a query to the server; some need several requests, and the last response counts. */
export interface Transport {
  readonly name: string;
  readonly requests: (shape: Shape) => readonly Sent[];
}

const JSON_TYPE = { 'content-type': 'application/json' };

const bodyOf = ({ query, variables, operationName }: Shape): string =>
  JSON.stringify({ query, variables, operationName });

const searchOf = ({ query, variables, operationName }: Shape): string => {
  const search = new URLSearchParams({ query });
  if (variables) search.set('variables', JSON.stringify(variables));
  if (operationName !== undefined) search.set('operationName', operationName);
  return String(search);
};

const hashOf = ({ query }: Shape): object => ({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
});

const persisted = (shape: Shape, withQuery: boolean): Sent => {
  const { query, variables, operationName } = shape;
  return {
    headers: JSON_TYPE,
    body: JSON.stringify({
      ...(withQuery && { query }),
      variables,
      operationName,
      extensions: hashOf(shape),
    }),
  };
};

const multipart = (shape: Shape): Sent => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b', 'apollo-require-preflight': '1' },
  body: `--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${bodyOf(shape)}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n`,
});

const as =
  (
    type: string,
    body: (shape: Shape) => string | Buffer = bodyOf,
    headers: Readonly<Record<string, string>> = {},
  ) =>
  (shape: Shape): readonly Sent[] => [
    { headers: { 'content-type': type, 'apollo-require-preflight': '1', ...headers }, body: body(shape) },
  ];

const search =
  (before: string, after = '', method = 'GET') =>
  (shape: Shape): readonly Sent[] => [
    { method, path: `?${before}${searchOf(shape)}${after}`, headers: { 'apollo-require-preflight': '1' } },
  ];

/** Only the first is supported; the others try to bypass the limits. */
export const transports: readonly Transport[] = [
  { name: 'POST', requests: as('application/json') },
  { name: 'POST as JSON with a character set', requests: as('application/json; charset=utf-8') },
  {
    name: 'POST accepting a GraphQL response',
    requests: as('application/json', bodyOf, { accept: 'application/graphql-response+json' }),
  },
  {
    name: 'POST accepting multipart',
    requests: as('application/json', bodyOf, { accept: 'multipart/mixed; deferSpec=20220824' }),
  },
  {
    name: 'POST in UTF-16',
    requests: as('application/json; charset=utf-16le', (shape) => Buffer.from(bodyOf(shape), 'utf16le')),
  },
  {
    name: 'POST compressed',
    requests: as('application/json', (shape) => gzipSync(bodyOf(shape)), { 'content-encoding': 'gzip' }),
  },
  {
    name: 'POST with a byte order mark',
    requests: as('application/json', (shape) => `\ufeff${bodyOf(shape)}`),
  },
  {
    name: 'POST with a harmless query before',
    requests: as('application/json', (shape) => `{"query":"{__typename}",${bodyOf(shape).slice(1)}`),
  },
  {
    name: 'POST with additional parameters',
    requests: (shape) => [
      { path: `?${'a&'.repeat(1000)}query={__typename}`, headers: JSON_TYPE, body: bodyOf(shape) },
    ],
  },
  {
    name: 'POST to a subpath',
    requests: (shape) => [{ path: '/x/../', headers: JSON_TYPE, body: bodyOf(shape) }],
  },
  {
    name: 'POST of a batch',
    requests: as('application/json', (shape) => `[${bodyOf(shape)},${bodyOf(shape)}]`),
  },
  { name: 'POST of a batch of one', requests: as('application/json', (shape) => `[${bodyOf(shape)}]`) },
  { name: 'POST of a form', requests: as('application/x-www-form-urlencoded', searchOf) },
  { name: 'POST of a form in parts', requests: (shape) => [multipart(shape)] },
  { name: 'POST as plain text', requests: as('text/plain') },
  { name: 'POST as GraphQL', requests: as('application/graphql', ({ query }) => query) },
  { name: 'POST as JSON of another kind', requests: as('application/vnd.api+json') },
  {
    name: 'POST of an unknown content type',
    requests: (shape) => [{ body: bodyOf(shape), headers: { 'apollo-require-preflight': '1' } }],
  },
  { name: 'POST by query parameters', requests: search('', '', 'POST') },
  { name: 'GET', requests: search('') },
  { name: 'GET with a thousand parameters before it', requests: search('a&'.repeat(1000)) },
  { name: 'GET with a harmless query before', requests: search('query=%7B__typename%7D&') },
  { name: 'GET with a harmless query behind', requests: search('', '&query=%7B__typename%7D') },
  {
    name: 'GET with a body',
    requests: (shape) => [{ method: 'GET', headers: JSON_TYPE, body: bodyOf(shape) }],
  },
  { name: 'HEAD', requests: search('', '', 'HEAD') },
  { name: 'PUT', requests: (shape) => [{ method: 'PUT', headers: JSON_TYPE, body: bodyOf(shape) }] },
  { name: 'DELETE', requests: (shape) => [{ method: 'DELETE', headers: JSON_TYPE, body: bodyOf(shape) }] },
  {
    name: 'another method in a header',
    requests: (shape) => [
      { ...search('')(shape)[0], method: 'POST', headers: { 'x-http-method-override': 'GET' } },
    ],
  },
  // Registers the hash with a harmless variable, then calls it with the real ones.
  {
    name: 'hash',
    requests: (shape) => [
      persisted({ ...shape, variables: { ...shape.variables, n: 1 } }, true),
      persisted(shape, false),
    ],
  },
  { name: 'hash with the query', requests: (shape) => [persisted(shape, true)] },
  {
    name: 'hash by GET',
    requests: (shape) => [
      persisted(shape, true),
      {
        method: 'GET',
        path: `?${searchOf({ ...shape, query: '' })}&extensions=${encodeURIComponent(JSON.stringify(hashOf(shape)))}`,
        headers: JSON_TYPE,
      },
    ],
  },
];

/**
 * Sends a request as given; `fetch` would reject some. Returns status 0 if the server closes the connection
 * early.
 */
export function send(
  url: string,
  { method = 'POST', path = '', body, headers }: Sent,
  token?: string,
): Promise<Received> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}/graphql`,
      {
        method,
        path: `/graphql${path}`,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('close', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}
