import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type Request, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { limits } from '../../shared/query/weight';
import { Failure, notFound } from '../auth/failure';
import { admission, withinLimits } from './admission';
import type { ApiContext } from './context';
import { documentStore } from './document-store';
import { formatError } from './errors';
import { createExecutor } from './executor';

interface GraphqlDeps {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** The context that was made for the request before. */
  readonly contextOf: (req: Request) => ApiContext;
}

type Gateway = NonNullable<ConstructorParameters<typeof ApolloServer>[0]['gateway']>;

/** Our own executor in the place that Apollo Server has for one. */
function withExecutor(schema: GraphQLSchema): Gateway {
  const execute = createExecutor(schema);
  return {
    load: async () => ({
      executor: ({ document, request, context }) =>
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- Apollo hands over what `context` below gave it, without its type
        execute({ document, operationName: request.operationName ?? null, variables: request.variables ?? {}, context: context as ApiContext }),
    }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    stop: async () => undefined,
  };
}

/** Queries come by POST alone and as JSON: one way in, and none that a page elsewhere can make a browser take. */
const postOnly: RequestHandler = (req, res, next) => {
  if (req.path !== '/') throw notFound();
  if (req.method !== 'POST') {
    res.set('Allow', 'POST');
    throw new Failure('METHOD_NOT_ALLOWED', 'methodNotAllowed');
  }
  if (req.is('json') === false) throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'jsonOnly');
  next();
};

/** GraphQL over HTTP. The body must have been parsed before; what is refused on the way is answered behind it. */
export async function createGraphql({ schema, log, contextOf }: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<ApiContext>({
    gateway: withExecutor(schema),
    // Who may ask for the schema is decided at admission.
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
    // Cache control would wrap the resolver of every field, and our answers are nobody else's to keep.
    plugins: [admission, ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  });
  await server.start();
  const router = Router();
  router.use(postOnly, expressMiddleware(server, { context: async ({ req }) => contextOf(req) }));
  return router;
}
