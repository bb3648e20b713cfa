import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
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
import { WrittenAnswer } from './serialized-answer';

interface GraphqlDeps {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  /** The context that was made for the request before. */
  readonly contextOf: (req: Request) => ApiContext;
}

type Gateway = NonNullable<ConstructorParameters<typeof ApolloServer>[0]['gateway']>;

/** What an operation knows of its request, and where its answer is left once it is written. */
interface GraphqlContext extends ApiContext {
  readonly locals: { written?: WrittenAnswer };
}

/** Stands for the data of a written answer on its way through Apollo Server, and for the text that it would make of it. */
const WRITTEN = { data: {}, text: '' } as const;

/** Our own executor in the place that Apollo Server has for one. */
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
        if (!(result instanceof WrittenAnswer)) return result;
        context.locals.written = result;
        return { data: WRITTEN.data };
      },
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

/** Written answers go out as they are: of others Apollo Server makes one text, and Express its bytes. */
const asWritten: RequestHandler<unknown, unknown, unknown, unknown, GraphqlContext['locals']> = (
  _req,
  res,
  next,
) => {
  const send = res.send.bind(res);
  res.send = (body) => send(res.locals.written && body === WRITTEN.text ? res.locals.written.bytes() : body);
  next();
};

/** GraphQL over HTTP. The body must have been parsed before; what is refused on the way is answered behind it. */
export async function createGraphql({ schema, log, contextOf }: GraphqlDeps): Promise<Router> {
  const server = new ApolloServer<GraphqlContext>({
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
    stringifyResult: (result) =>
      result.data === WRITTEN.data ? WRITTEN.text : `${JSON.stringify(result)}\n`,
    logger: log,
    // Cache control would wrap the resolver of every field, and our answers are nobody else's to keep.
    plugins: [admission, ApolloServerPluginLandingPageDisabled(), ApolloServerPluginCacheControlDisabled()],
  });
  await server.start();
  const router = Router();
  router.use(
    postOnly,
    asWritten,
    expressMiddleware(server, {
      context: async ({ req, res }) => ({ ...contextOf(req), locals: res.locals }),
    }),
  );
  return router;
}
