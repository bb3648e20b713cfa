import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled, ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { ApiContext } from './context';
import { formatError } from './errors';
import { createExecutor } from './executor';
import { queryGuard } from './guard';
import { limits } from './query-limits';

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
      executor: ({ document, operationName, request, context }) =>
        execute({ document, operationName, variables: request.variables ?? {}, context: context as ApiContext }) as ReturnType<
          NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
        >,
    }),
    onSchemaLoadOrUpdate: (callback) => {
      callback({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    stop: async () => undefined,
  };
}

/** GraphQL over HTTP. The body must have been parsed before. */
export async function createGraphql({ schema, log, contextOf }: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<ApiContext>({
    gateway: withExecutor(schema),
    // Who may ask for the schema is the guard's business.
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: limits.tokens },
    formatError,
    logger: log,
    // Cache control would wrap the resolver of every field, and our answers are nobody else's to keep.
    plugins: [ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  });
  await server.start();
  const router = Router();
  router.use(queryGuard(schema, contextOf));
  router.use(expressMiddleware(server, { context: async ({ req }) => contextOf(req) }));
  return router;
}
