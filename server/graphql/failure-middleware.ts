import type { Logger } from 'pino';
import type { MiddlewareFn } from 'type-graphql';
import type { ApiContext } from './context';
import { asFailure, graphqlError } from './errors';

/** Turns what an operation throws into an answer in its reader's language. */
export const failureMiddleware =
  (log: Logger): MiddlewareFn<ApiContext> =>
  async ({ context }, next) => {
    try {
      return await next();
    } catch (error) {
      throw graphqlError(asFailure(error, context.requestId, log), context);
    }
  };
