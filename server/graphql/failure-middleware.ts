import type { Logger } from 'pino';
import type { MiddlewareFn } from 'type-graphql';
import type { ApiContext } from './context';
import { asFailure, graphqlError } from './errors';

/** Converts an error of an operation into a response in the client's language. */
export const failureMiddleware =
  (log: Logger): MiddlewareFn<ApiContext> =>
  async ({ context }, next) => {
    try {
      return await next();
    } catch (error) {
      throw graphqlError(asFailure(error, context.requestId, log), context);
    }
  };
