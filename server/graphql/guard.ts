import type { Request, RequestHandler, Response } from 'express';
import { GraphQLError, parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { Failure, statusOf } from '../auth/failure';
import type { ApiContext } from './context';
import { graphqlError } from './errors';
import { asksForSchema, limits, overLimit } from './query-limits';

/** Documents kept parsed: the console's own come again and again. */
const MAX_KEPT = 300;

function parser(): (query: string) => DocumentNode | null {
  const kept = new Map<string, DocumentNode>();
  return (query) => {
    const known = kept.get(query);
    if (known) return known;
    try {
      const document = parse(query, { maxTokens: limits.tokens, noLocation: true });
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(query, document);
      return document;
    } catch (error) {
      if (error instanceof GraphQLError && /token/i.test(error.message) && /limit|exceed/i.test(error.message)) throw error;
      // A syntax error is answered by the GraphQL server itself, which says where it is.
      return null;
    }
  };
}

const variablesOf = (given: unknown): Record<string, unknown> => {
  if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  try {
    const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : null;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const refuse = (res: Response, error: GraphQLError, status: number): void => {
  const { code, messages = [error.message], fields = {} } = error.extensions;
  res.status(status).json({ errors: [{ message: error.message, extensions: { code, messages, fields } }] });
};

/**
 * Stands before the GraphQL server: refuses queries that ask for too much before anything is validated
 * or executed (validation itself is quadratic), and introspection without a sign-in.
 */
export function queryGuard(schema: GraphQLSchema, contextOf: (req: Request) => ApiContext): RequestHandler {
  const read = parser();
  return (req, res, next) => {
    const source = (req.method === 'GET' ? req.query : req.body) as { query?: unknown; variables?: unknown } | undefined;
    const query = source?.query;
    if (typeof query !== 'string') return next();
    const tooMuch = (why: string) =>
      refuse(res, new GraphQLError(`The query asks for too much: ${why}.`, { extensions: { code: 'BAD_USER_INPUT' } }), 400);
    let document: DocumentNode | null;
    try {
      document = read(query);
    } catch {
      return tooMuch(`at most ${limits.tokens} tokens`);
    }
    if (!document) return next();
    const variables = variablesOf(source?.variables);
    const over = overLimit(document, variables);
    if (over) return tooMuch(over);
    const context = contextOf(req);
    if (!context.actor && asksForSchema(document, variables, (name) => schema.getType(name) !== undefined)) {
      return refuse(res, graphqlError(new Failure('UNAUTHENTICATED', 'unauthenticated'), context), statusOf.UNAUTHENTICATED);
    }
    next();
  };
}
