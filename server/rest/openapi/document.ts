import { isObjectType, getNamedType, type GraphQLArgument } from 'graphql';
import { isRecord } from '../../../shared/records';
import { ownFields, snake } from '../mapper';
import type { Operation } from '../operation';
import type { Route } from '../routes';
import { json, type Described, type JsonSchema, type OpenApiDocument, type Path } from './description';
import { errorResponses, errorsOf, downloadPath, fileKinds, mePath, otherPaths } from './fixed-paths';
import { bodySchema } from './inputs';
import { reportOf } from '../report-rows';
import { customMeasureParameters, pathParameters, queryParameters, restArguments } from './parameters';
import { reportRowSchema, answerSchema, entitySchema, relationSchemas, Schemas } from './schemas';

type Entry = readonly [Route, Operation];

const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
const COMPARED: JsonSchema = {
  type: 'string',
  pattern: '^\\d{4}/\\d{2}/\\d{2}$',
  description: 'Day of the compared period, if a comparison was requested.',
};

const isSchemaEntry = (entry: [string, unknown]): entry is [string, JsonSchema] =>
  isRecord(entry[1]) && ('type' in entry[1] || '$ref' in entry[1] || 'anyOf' in entry[1]);

/** Returns the schema of a row or of the entity itself. */
function rowSchema(schemas: Schemas, route: Route, { rowType, relations }: Operation): JsonSchema | null {
  if (!rowType) return null;
  if (route.shape) {
    // A shape only moves fields, so applying it to the field schemas yields its schema.
    const parts = ownFields(rowType).map(({ name, type }): [string, unknown] => {
      const part = getNamedType(type);
      return [
        snake(name),
        isObjectType(part) ? entitySchema(schemas, part).properties : answerSchema(schemas, type),
      ];
    });
    const properties = Object.fromEntries(
      Object.entries(route.shape(Object.fromEntries(parts))).filter(isSchemaEntry),
    );
    return schemas.ref(rowType.name, {
      type: 'object',
      description: rowType.description,
      required: Object.keys(properties),
      properties,
    });
  }
  if (route.answer === 'report')
    return schemas.ref(rowType.name, reportRowSchema(schemas, reportOf(route), rowType));
  const own = entitySchema(schemas, rowType, route.naming);
  if (route.sparse) {
    const { required: _none, ...sparse } = own;
    return schemas.ref(rowType.name, sparse);
  }
  if (relations.length === 0) return schemas.ref(rowType.name, own);
  const further = relationSchemas(schemas, relations);
  return schemas.ref(`${rowType.name}Detail`, {
    ...own,
    required: [...own.required, ...Object.keys(further)],
    properties: { ...own.properties, ...further },
  });
}

/** Returns the schema of a report's total; undefined if the total is a row. */
function totalSchema(schemas: Schemas, route: Route, { field }: Operation): JsonSchema | undefined {
  const answer = getNamedType(field.type);
  const total = reportOf(route).total && isObjectType(answer) ? answer.getFields().total : undefined;
  return total && answerSchema(schemas, total.type);
}

/** Returns the additional fields of log pages. */
const placesOf = (schemas: Schemas, operation: Operation): Record<string, JsonSchema> =>
  answerFields(schemas, operation, ['countExact', 'next', 'previous']);

/** Returns some fields of an operation's response. */
function answerFields(
  schemas: Schemas,
  { field }: Operation,
  names: readonly string[],
): Record<string, JsonSchema> {
  const list = getNamedType(field.type);
  const fields = isObjectType(list)
    ? Object.values(list.getFields()).filter(({ name }) => names.includes(name))
    : [];
  return Object.fromEntries(
    fields.map(({ name, type, description }) => [
      snake(name),
      { ...answerSchema(schemas, type), ...(description && { description }) },
    ]),
  );
}

function answerOf(schemas: Schemas, route: Route, operation: Operation): JsonSchema | null {
  const { rowType } = operation;
  // An empty object, so that every response is JSON.
  if (route.answer === 'nothing') return route.status === 204 ? null : { type: 'object' };
  const row = rowSchema(schemas, route, operation);
  if (!row || !rowType || route.answer === 'entity') return row;
  const properties = {
    results: { type: 'array', items: row },
    count: COUNT,
    page: COUNT,
    page_size: COUNT,
    ...(route.answer === 'report' && { total: totalSchema(schemas, route, operation) ?? row }),
    ...placesOf(schemas, operation),
  };
  const compared: Record<string, JsonSchema> =
    route.answer === 'report' && reportOf(route).comparison
      ? { previous_from: COMPARED, previous_to: COMPARED }
      : answerFields(schemas, operation, ['searchedTo']);
  const beside =
    route.answer === 'report'
      ? answerFields(schemas, operation, Object.keys(reportOf(route).resultFields))
      : {};
  return schemas.ref(`${rowType.name}List`, {
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...compared, ...beside },
  });
}

const operationId = (method: string, path: string): string =>
  `${method}${path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())}`.replace(/\W/g, '');

/** Returns the arguments beside the input of a write. Without an input all arguments are in the body. */
const besideInput = (args: readonly GraphQLArgument[]): readonly GraphQLArgument[] =>
  args.some(({ name }) => name === 'input') ? args.filter(({ name }) => name !== 'input') : [];

function describeOperation(schemas: Schemas, route: Route, operation: Operation): Described {
  const args = restArguments(route, operation);
  const answer = answerOf(schemas, route, operation);
  const writes = ['post', 'put', 'patch'].includes(route.method);
  const body = writes && bodySchema(schemas, route, args);
  return {
    summary: operation.field.description ?? undefined,
    operationId: operationId(route.method, route.path),
    tags: route.path.split('/').slice(1, 2),
    ...(route.public && { security: [] }),
    parameters: [
      ...pathParameters(route, operation),
      ...(writes ? queryParameters(besideInput(args), operation) : queryParameters(args, operation)),
      ...customMeasureParameters(route),
    ],
    ...(body && {
      requestBody: { required: body.$ref !== undefined || body.required !== undefined, content: json(body) },
    }),
    responses: {
      [route.status ?? 200]: {
        description: answer ? 'OK' : 'Done.',
        ...(answer && { content: json(answer) }),
      },
      ...(route.optional && { 204: { description: 'Done; there is nothing to return.' } }),
      ...errorsOf(route),
    },
  };
}

const DESCRIPTION = `REST over the GraphQL API: the same operations, permissions and rules in snake_case.

- Sign in with \`POST auth/signin/\` (a user with a second factor completes it with \`POST auth/second-factor/\`; \`POST auth/passkey/\` signs in with a passkey), send \`access\` as a bearer header, refresh both tokens with \`POST auth/refresh/\` (an old refresh token ends the session).
- Paths work with and without a trailing slash. Bodies are JSON objects, sent as \`application/json\`; unknown names are ignored.
- Times are Tokyo time, \`yyyy/MM/dd HH:mm:ss\`; days \`yyyy/MM/dd\`; money is yen as a number. Ids of settings are numbers, those of events are texts.
- PUT replaces all writable fields (an omitted field is cleared or gets its default), PATCH changes those sent. Send \`version\` back as it was read: if another user saved since, the response is 409 and names the changed fields.
- A field with two names in a response, such as \`status\` and \`ad_status\`, can be sent under either.
- Lists take \`page\`, \`page_size\`, \`sortName\`, \`sortAsc\`, \`keyword\` and a parameter for each filter field. Several ids, numbers and values of enumerations are comma-joined, several texts are repeated parameters. \`null\` finds rows without a value of an enumeration, and a time or day all rows of its second or day.
- Labels and messages are English by default; Accept-Language can select ja or zh.
- A setting, view or scenario with an \`Idempotency-Key\` (8 to 64 visible ASCII characters) is created only once per key within a day.
- \`POST ads/import/\` previews or changes many ads at once: a table of \`ad_id\` and the columns to change.
- Create new products over GraphQL (\`createProduct\`).`;

/** Builds the OpenAPI document of all routes from the route table and the schema's descriptions. */
export function openApiDocument(operations: readonly Entry[]): OpenApiDocument {
  const schemas = new Schemas();
  const paths: Record<string, Path> = { '/users/me/': mePath(schemas) };
  for (const [route, operation] of operations) {
    const path = `${route.path}/`;
    paths[path] = { ...paths[path], [route.method]: describeOperation(schemas, route, operation) };
    if (!route.download) continue;
    for (const kind of fileKinds)
      paths[`${route.path}/download/${kind}/`] = downloadPath(schemas, route, operation, kind, operationId);
  }
  Object.assign(paths, otherPaths);
  const responses = errorResponses(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inflow Console',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: [
      ...new Set(
        Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
      ),
    ].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses,
      schemas: schemas.named,
    },
  };
}
