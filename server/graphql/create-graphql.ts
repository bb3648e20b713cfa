import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { type Request, type RequestHandler, Router } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { limits } from '../../shared/query/weight';
import { Failure, notFound } from '../auth/failure';
import { admission, withinLimits } from './admission';
import type { ApiContext } from '../services/context';
import { formatError } from './errors';
import { executeOperation } from './executor/executor';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';

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
  const router = Router();
  router.use(postOnly, expressMiddleware(server, { context: async ({ req }) => contextOf(req) }));
  return router;
}
