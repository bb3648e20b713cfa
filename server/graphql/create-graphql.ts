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
import { createExecutor } from './executor';
import { SerializedResponse } from './serialized-response';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';

/**
 * Memory limits in bytes for all parsed documents and for one. The console's own documents take about 3 MB.
 */
const MAX_BYTES = 12 * 2 ** 20;
const MAX_DOCUMENT_BYTES = 2 ** 20;

/** Memory of an operation's compiled functions. */
const COMPILED_BYTES = 8192;
/** Upper bound for the memory of a parsed node relative to its JSON (measured: 2.3 to 5.5). */
const HEAP_PER_JSON = 5;

/** Estimates a document's memory: nodes and tokens, and the text they refer to. */
const bytesOf = (document: DocumentNode): number =>
  COMPILED_BYTES +
  HEAP_PER_JSON * JSON.stringify(document).length +
  2 * (document.loc?.source.body.length ?? 0);

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
}

type Gateway = NonNullable<ConstructorParameters<typeof ApolloServer>[0]['gateway']>;

/** Context of a GraphQL request; `locals` receives the serialized response. */
interface GraphqlContext extends ApiContext {
  readonly locals: { serialized?: SerializedResponse };
}

/** Placeholder for a serialized response inside Apollo Server: its data, and its text from `stringifyResult`. */
const PLACEHOLDER = { data: {}, text: '' } as const;

/** Wraps our executor as an Apollo gateway. */
function withExecutor(schema: GraphQLSchema): Gateway {
  const execute = createExecutor(schema);
  return {
    load: async () => ({
      executor: async ({ document, request, context: given }) => {
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Apollo hands over what `context` below gave it, without its type
        const context = given as GraphqlContext;
        const result = await execute({
          document,
          operationName: request.operationName ?? null,
          variables: request.variables ?? {},
          context,
        });
        if (!(result instanceof SerializedResponse)) return result;
        context.locals.serialized = result;
        return { data: PLACEHOLDER.data };
      },
    }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    stop: async () => undefined,
  };
}

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
 * Sends serialized responses as bytes. Apollo Server would build one string, and Express would encode it
 * again.
 */
const sendSerialized: RequestHandler<unknown, unknown, unknown, unknown, GraphqlContext['locals']> = (
  _req,
  res,
  next,
) => {
  const send = res.send.bind(res);
  res.send = (body) =>
    send(res.locals.serialized && body === PLACEHOLDER.text ? res.locals.serialized.bytes() : body);
  next();
};

/**
 * Creates the router for GraphQL over HTTP. The body must be parsed before; errors go to the error handler
 * behind it.
 */
export async function createGraphql({ schema, log, contextOf }: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<GraphqlContext>({
    gateway: withExecutor(schema),
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
    stringifyResult: (result) =>
      result.data === PLACEHOLDER.data ? PLACEHOLDER.text : `${JSON.stringify(result)}\n`,
    logger: log,
    // Cache control would wrap every field resolver, and responses must not be cached by others.
    plugins: [admission, ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  });
  await server.start();
  const router = Router();
  router.use(
    postOnly,
    sendSerialized,
    expressMiddleware(server, {
      context: async ({ req, res }) => ({ ...contextOf(req), locals: res.locals }),
    }),
  );
  return router;
}
