import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  getIntrospectionQuery,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type OperationDefinitionNode,
  type ValidationRule,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { limits } from '../../shared/query/weight';
import { Failure, statusOf, notFound } from '../auth/failure';
import type { ApiContext } from '../services/context';
import { graphqlError, formatError } from './errors';
import { isIntrospection, bodyLimits, longOperations, overLimit } from './query-limits';
import { executeOperation } from './executor';

/** Creates the error of a refused operation, with its HTTP status. */
const refused = (failure: Failure, context: ApiContext): GraphQLError => {
  const { message, extensions } = graphqlError(failure, context);
  return new GraphQLError(message, {
    extensions: { ...extensions, http: { status: statusOf[failure.code] } },
  });
};

const tooMuch = (why: string): GraphQLError =>
  new GraphQLError(`The query asks for too much: ${why}.`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: statusOf.BAD_USER_INPUT } },
  });

/**
 * Validation rule that checks the document's weight before any other rule. The other rules are quadratic, so
 * an excessive document is replaced by an empty one.
 */
const withinLimits: ValidationRule = (context) => ({
  Document: {
    enter(document) {
      const over = overLimit(document, {});
      if (!over) return undefined;
      context.reportError(tooMuch(over));
      return { ...document, definitions: [] };
    },
  },
});

const acceptsLongBody = ({ selectionSet: { selections } }: OperationDefinitionNode): boolean =>
  selections.every((selection) => selection.kind === Kind.FIELD && longOperations.has(selection.name.value));

const unknownOperation = (name: string | undefined): GraphQLError =>
  new GraphQLError(
    name === undefined ? 'Name the operation: there are several.' : `Unknown operation named "${name}".`,
    {
      extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
    },
  );

/**
 * Final check before an operation runs, on the document and the variables of the execution. Rejects excessive
 * queries, unknown operation names, and introspection without a sign-in.
 */
const admission: ApolloServerPlugin<ApiContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ document, operation, request, contextValue: context, schema }) => {
      if (!operation) throw unknownOperation(request.operationName);
      if (!schema.getRootType(operation.operation)) throw tooMuch(`there is no ${operation.operation}`);
      if (operation.operation === OperationTypeNode.MUTATION && context.actor?.reading)
        throw refused(new Failure('FORBIDDEN', 'readingOnly'), context);
      const { variables = {}, http } = request;
      const over = overLimit(document, variables);
      if (over) throw tooMuch(over);
      const length = Number(http?.headers.get('content-length') ?? 0);
      if (length > bodyLimits.standard && !acceptsLongBody(operation))
        throw refused(new Failure('CONTENT_TOO_LARGE', 'bodyTooLarge'), context);
      if (
        !context.actor &&
        isIntrospection(document, variables, (name) => schema.getType(name) !== undefined)
      )
        throw refused(new Failure('UNAUTHENTICATED', 'unauthenticated'), context);
    },
  }),
};

/**
 * Memory limits in bytes for all parsed documents and for one. The console's own documents take about 3 MB.
 */
const MAX_BYTES = 12 * 2 ** 20;
const MAX_DOCUMENT_BYTES = 2 ** 20;

/** Upper bound for the memory of a parsed node relative to its JSON (measured: 2.3 to 5.5). */
const HEAP_PER_JSON = 5;

/** Estimates a document's memory: nodes and tokens, and the text they refer to. */
const bytesOf = (document: DocumentNode): number =>
  HEAP_PER_JSON * JSON.stringify(document).length + 2 * (document.loc?.source.body.length ?? 0);

/** Cache of validated documents by the hash of their text; the console sends the same ones repeatedly. */
const documentStore = (): InMemoryLRUCache<DocumentNode> =>
  new InMemoryLRUCache<DocumentNode>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_DOCUMENT_BYTES,
    sizeCalculation: bytesOf,
  });

interface GraphqlDeps {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** Returns the context that an earlier handler created for the request. */
  readonly contextOf: (req: Request) => ApiContext;
  /** Whether plain queries bypass graphql-js; see executor/README.md. */
  readonly plainLoops?: boolean;
}

type Gateway = NonNullable<ConstructorParameters<typeof ApolloServer>[0]['gateway']>;

/** Lets Apollo Server execute operations by our executor. */
const withExecutor = (schema: GraphQLSchema): Gateway => ({
  load: async () => ({
    executor: async ({ document, request, context }) =>
      executeOperation({
        schema,
        document,
        operationName: request.operationName,
        variableValues: request.variables ?? {},
        contextValue: context,
      }),
  }),
  onSchemaLoadOrUpdate: (callback) => {
    callback({ apiSchema: schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  stop: async () => undefined,
});

/** Accepts queries only as JSON over POST, so a foreign page can't make a browser send one. */
const postOnly: RequestHandler = (req, res, next) => {
  if (req.path !== '/') throw notFound();
  if (req.method !== 'POST') {
    res.set('Allow', 'POST');
    throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
  }
  if (req.is('json') === false) throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'jsonOnly');
  next();
};

/** Sends the time by which the server counts days: the console's "today" follows it. */
const withDate: RequestHandler = (_req, res, next) => {
  res.setHeader('Date', new Date().toUTCString());
  next();
};

/**
 * Creates the router for GraphQL over HTTP. The body must be parsed before; errors go to the error handler
 * behind it.
 */
export async function createGraphql({
  schema,
  log,
  contextOf,
  plainLoops = true,
}: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<ApiContext>({
    ...(plainLoops ? { gateway: withExecutor(schema) } : { schema }),
    // Admission decides who can introspect the schema.
    introspection: true,
    persistedQueries: false,
    documentStore: documentStore(),
    validationRules: [withinLimits],
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: limits.tokens },
    formatError,
    logger: log,
    // Cache control would wrap every field resolver, and responses must not be cached by others.
    plugins: [admission, ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  });
  await server.start();
  // The first validation takes ten times as long as others; no user should wait for it.
  validate(schema, parse(getIntrospectionQuery()));
  const router = Router();
  router.use(withDate, postOnly, expressMiddleware(server, { context: async ({ req }) => contextOf(req) }));
  return router;
}
