import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import { Router, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { ApiContext } from './context';
import { formatError } from './errors';
import { queryGuard } from './guard';
import { limits } from './query-limits';

interface GraphqlDeps {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** The context that was made for the request before. */
  readonly contextOf: (req: Request) => ApiContext;
}

/** GraphQL over HTTP. The body must have been parsed before. */
export async function createGraphql({ schema, log, contextOf }: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<ApiContext>({
    schema,
    // Who may ask for the schema is the guard's business.
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: limits.tokens },
    formatError,
    logger: log,
    plugins: [ApolloServerPluginLandingPageDisabled()],
  });
  await server.start();
  const router = Router();
  router.use(queryGuard(schema, contextOf));
  router.use(expressMiddleware(server, { context: async ({ req }) => contextOf(req) }));
  return router;
}
