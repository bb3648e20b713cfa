import { bodySchema, entitySchema, queryParameters, relationSchemas, type JsonSchema } from './openapi-schemas';
import type { Operation } from './operation';
import { relationArguments } from './relations';
import type { Route } from './routes';

type Entry = readonly [Route, Operation];

const ERRORS: Readonly<Record<number, string>> = {
  400: 'A parameter is malformed; `errors` names it.',
  401: 'No valid access token.',
  403: 'The role or the product list does not reach this.',
  409: 'Somebody else saved since the version sent, or other data depends on it.',
  404: 'Nothing that the user may see has this id.',
  429: 'Too many attempts; Retry-After says when to try again.',
};

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    _message: { type: 'array', items: { type: 'string' } },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    request_id: { type: 'string' },
  },
};

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

function answerSchema(route: Route, { rowType, relations }: Operation): JsonSchema | null {
  if (!rowType || route.answer === 'nothing') return null;
  const own = entitySchema(rowType, route.naming);
  const row = { ...own, properties: { ...(own.properties as object), ...relationSchemas(relations) } };
  if (route.answer === 'entity') return row;
  if (route.answer === 'array') return { type: 'array', items: row };
  return {
    type: 'object',
    properties: {
      results: { type: 'array', items: row },
      count: { type: 'integer' },
      page: { type: 'integer' },
      page_size: { type: 'integer' },
      ...(route.answer === 'report' && { total: row }),
    },
  };
}

function describeOperation(route: Route, operation: Operation): JsonSchema {
  const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const inPath = new Set(pathNames.map((name) => route.pathNames?.[name] ?? name));
  const args = [...operation.field.args, ...relationArguments(operation.relations)].filter(({ name }) => !inPath.has(name));
  const answer = answerSchema(route, operation);
  const errors = Object.entries(ERRORS).map(([status, description]) => [status, { description, content: json(errorSchema) }]);
  return {
    summary: operation.field.description ?? undefined,
    operationId: `${route.method}${route.path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())}`.replace(/\W/g, ''),
    tags: [route.path.split('/')[1]],
    ...(route.public && { security: [] }),
    parameters: [
      ...pathNames.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(route.method === 'get' ? queryParameters(args, operation.names) : []),
    ],
    ...(['post', 'put', 'patch'].includes(route.method) && { requestBody: { required: true, content: json(bodySchema(args, route.naming)) } }),
    responses: {
      [route.status ?? 200]: { description: 'OK', ...(answer && { content: json(answer) }) },
      ...Object.fromEntries(errors),
    },
  };
}

const downloadKinds = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

function describeDownload(route: Route, operation: Operation, media: string): JsonSchema {
  const parameters = queryParameters(operation.field.args, operation.names).filter(({ name }) => name !== 'page' && name !== 'page_size');
  const columns = { name: 'columns', in: 'query', description: 'Columns to write, comma-joined, in order.', schema: { type: 'string' } };
  return {
    get: {
      summary: `${operation.field.description ?? ''} Every row of the filter as a file.`,
      tags: [route.path.split('/')[1]],
      parameters: [...parameters, columns],
      responses: { 200: { description: 'The file.', content: { [media]: {} } } },
    },
    post: {
      summary: 'An address that gives the file once, within 60 seconds, without a header.',
      tags: [route.path.split('/')[1]],
      responses: { 201: { description: 'The address.', content: json({ type: 'object', properties: { url: { type: 'string' } } }) } },
    },
  };
}

const ME: JsonSchema = {
  get: {
    summary: 'The signed-in user with enumerations and selections.',
    tags: ['users'],
    responses: {
      200: {
        description: 'OK',
        content: json({ type: 'object', properties: { profile: { type: 'object' }, enums: { type: 'object' }, selections: { type: 'object' } } }),
      },
    },
  },
};

/** The OpenAPI document of every route that exists, made from the table of routes and the schema's words. */
export function openApiDocument(operations: readonly Entry[]): JsonSchema {
  const paths: Record<string, JsonSchema> = { '/users/me/': ME };
  for (const [route, operation] of operations) {
    const path = `${route.path}/`;
    paths[path] = { ...paths[path], [route.method]: describeOperation(route, operation) };
    if (!route.download) continue;
    for (const [kind, media] of Object.entries(downloadKinds)) {
      paths[`${route.path}/download/${kind}/`] = describeDownload(route, operation, media);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inflow Console',
      version: '1',
      description: 'REST shim over the GraphQL API: the same operations, permissions and rules in snake_case, with Tokyo times.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  };
}
