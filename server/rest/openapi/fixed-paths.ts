import { enumerations, rightKeys } from '../../../shared/catalog';
import { LIVE_MINUTES, LIVE_ROWS_PER_SECOND, liveKinds } from '../../../shared/catalog/live';
import { keysOf } from '../../../shared/records';
import type { Route } from '../routes';
import type { Operation } from '../operation';
import { json, type Parameter, type Response, type JsonSchema, type Path } from './description';
import type { Schemas } from './schemas';
import { downloadParameters } from './parameters';

const ANSWERS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'Something is malformed or breaks a rule; `errors` names the fields.'],
  401: ['Unauthorized', 'No valid access token, or a failed sign-in.'],
  403: ['Forbidden', 'The role, the product list or the allowed addresses don’t permit this.'],
  404: ['NotFound', 'No object with this id is visible to the user.'],
  409: [
    'Conflict',
    'Another user saved since the sent version (`errors` names the changed fields), or other data depends on the object (`_message` names it).',
  ],
  413: ['ContentTooLarge', 'The body is larger than the route accepts.'],
  429: ['TooManyRequests', 'Too many attempts; Retry-After is the time until the next one.'],
  '5XX': ['ServerError', 'The server failed; `request_id` identifies the request in its log.'],
};

/** Returns all error responses by name. */
export function errorResponses(schemas: Schemas): Record<string, Response> {
  const error = schemas.ref('Error', {
    type: 'object',
    description: 'An error. Messages are English by default; Accept-Language can select ja or zh.',
    required: ['_message', 'request_id'],
    properties: {
      _message: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        description: 'Messages for the user.',
      },
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Errors by field, under the names of the request; list entries as `lpo[0].url`.',
      },
      request_id: { type: 'string', description: 'Identifies the request in the server’s log.' },
    },
  });
  const retry = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([status, [name, description]]) => [
      name,
      { description, ...(status === '429' && { headers: retry }), content: json(error) },
    ]),
  );
}

/** Returns references to the responses of these statuses. */
const errorsWith = (...statuses: (number | string)[]): Record<string, Response> =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${ANSWERS[status]?.[0]}` }]),
  );

/** Returns the possible errors of a route. */
export function errorsOf(route: Route): Record<string, Response> {
  if (route.public) return errorsWith(400, 401, 403, 413, 429, '5XX');
  const changes = route.kind === 'mutation';
  // A single object, in the path or in a parameter, can be missing.
  const ofOne = route.path.includes('{') || route.answer === 'whole' || route.ofNamed;
  const withBody = route.method !== 'get' && route.method !== 'delete';
  return errorsWith(
    ...[400, 401, 403, ...(ofOne ? [404] : []), ...(changes ? [409, 429] : []), ...(withBody ? [413] : [])],
    '5XX',
  );
}

const whole = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const text: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'integer', format: 'int32' };
const same = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));

const file = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type FileKind = keyof typeof file;
export const fileKinds = keysOf(file);
const binary: JsonSchema = { type: 'string', format: 'binary' };

/** Describes `users/me`: profile, enumerations and selections. */
export function mePath(schemas: Schemas): Path {
  const profile = whole({
    user_id: id,
    user_name: text,
    email: text,
    role_type: { ...id, enum: [1, 2, 3, 4] },
    company_id: id,
    company_name: text,
    agency_id: { ...id, type: ['integer', 'null'] },
    last_login: { type: ['string', 'null'], pattern: '^\\d{4}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
    rights: {
      ...whole(same(rightKeys, { type: 'string', enum: ['none', 'view', 'edit'] })),
      description: 'Rights of the user, by menu.',
    },
  });
  const value = schemas.ref(
    'EnumerationItem',
    whole({ value: { type: ['number', 'string', 'boolean', 'null'] }, name: text, label: text }),
  );
  const choice = schemas.ref('Choice', {
    ...whole({ id, label: text }),
    properties: { id, label: text, sequence: { ...id, description: 'Position of an ad type, 1 to 3.' } },
  });
  const lists = ['product', 'agency', 'ad', 'redirect', 'asp', 'cv_setting', 'ad_category', 'ad_type'];
  const me = schemas.ref(
    'Me',
    whole({
      profile: schemas.ref('Profile', profile),
      enums: {
        ...whole(same(Object.keys(enumerations), { type: 'array', items: value })),
        description: 'Every enumeration with its values, labelled in the requested language.',
      },
      selections: {
        ...whole(same(lists, { type: 'array', items: choice })),
        description: 'Options that are visible to the user.',
      },
    }),
  );
  return {
    get: {
      summary: 'The signed-in user with enumerations and selections.',
      operationId: 'getUsersMe',
      tags: ['users'],
      responses: { 200: { description: 'OK', content: json(me) }, ...errorsWith(401, '5XX') },
    },
  };
}

/** Describes both ways to download a list or report as one file type. */
export function downloadPath(
  schemas: Schemas,
  route: Route,
  operation: Operation,
  kind: FileKind,
  operationId: (method: string, path: string) => string,
): Path {
  const parameters = downloadParameters(route, operation);
  const path = `${route.path}/download/${kind}`;
  const tags = route.path.split('/').slice(1, 2);
  const ticket = schemas.ref(
    'Download',
    whole({
      url: { ...text, description: 'Path on this server.' },
      expires_in: { type: 'integer', description: 'Seconds.' },
    }),
  );
  return {
    get: {
      summary: `${operation.field.description ?? ''} Every row of the filter as a file.`,
      operationId: operationId('get', path),
      tags,
      parameters,
      responses: {
        200: { description: 'The file.', content: { [file[kind]]: { schema: binary } } },
        ...errorsWith(400, 401, 403, '5XX'),
      },
    },
    post: {
      summary: 'A URL that opens the file once, within 60 seconds, without a header.',
      operationId: operationId('post', path),
      tags,
      parameters,
      responses: {
        201: { description: 'The URL.', content: json(ticket) },
        ...errorsWith(400, 401, 403, 413, '5XX'),
      },
    },
  };
}

const optional = (place: 'query' | 'header', name: string, description: string): Parameter => ({
  name,
  in: place,
  description,
  schema: text,
});

/** Paths without an operation: one-use download URLs, and this document. */
export const otherPaths: Readonly<Record<string, Path>> = {
  '/downloads/{token}/': {
    get: {
      summary: 'The file of a one-use URL.',
      operationId: 'getDownloadsToken',
      tags: ['downloads'],
      security: [],
      parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
      responses: {
        200: {
          description: 'The file.',
          content: Object.fromEntries(fileKinds.map((kind) => [file[kind], { schema: binary }])),
        },
        ...errorsWith(401, 403, 404, '5XX'),
      },
    },
  },
  '/products/{id}/live/': {
    get: {
      summary: `The last ${LIVE_MINUTES} minutes of a product and every new row, as server-sent events.`,
      operationId: 'getProductsIdLive',
      tags: ['products'],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: id },
        optional('query', 'kind', 'Kinds of rows, comma-joined.'),
        optional('query', 'ad_id', 'Ads of the rows, comma-joined.'),
        optional('query', 'follow', '0 ends the stream after the last minutes.'),
        optional('header', 'Last-Event-ID', 'The last received id: only later rows follow.'),
      ],
      responses: {
        200: {
          description: `Events ${liveKinds.map((kind) => `\`${kind}\``).join(', ')} hold a row as its log returns it; a row that changed comes again. \`counts\` holds the numbers of rows left out beyond ${LIVE_ROWS_PER_SECOND} per second, \`ready\` follows the last minutes, \`end\` says why the server ends the stream.`,
          content: { 'text/event-stream': { schema: text } },
        },
        ...errorsWith(400, 401, 403, 404, 429, '5XX'),
      },
    },
  },
  '/conversion_senders/{id}/file/': {
    get: {
      summary: 'The file of a sender with the conversions that no file had yet; each is in one file only.',
      operationId: 'getConversionSendersIdFile',
      tags: ['conversion_senders'],
      parameters: [
        { name: 'id', in: 'path', required: true, schema: id },
        optional('query', 'again', '1 repeats the last file.'),
        optional('query', 'retractions', '1 for the conversions to take back.'),
      ],
      responses: {
        200: {
          description: 'The file. The header X-Rows counts its conversions.',
          content: { 'text/csv': { schema: binary } },
        },
        ...errorsWith(401, 403, 404, '5XX'),
      },
    },
  },
  '/openapi.json/': {
    get: {
      summary: 'This document.',
      operationId: 'getOpenapiJson',
      tags: ['openapi'],
      security: [],
      responses: { 200: { description: 'OK', content: json({ type: 'object' }) } },
    },
  },
};
