import type { ApolloServerPlugin } from '@apollo/server';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { Failure, statusOf } from '../auth/failure';
import type { ApiContext } from '../services/context';
import { graphqlError } from './errors';
import { isIntrospection, bodyLimits, longOperations, overLimit } from './query-limits';

const tooMuch = (why: string): GraphQLError =>
  new GraphQLError(`The query asks for too much: ${why}.`, {
    extensions: { code: 'BAD_USER_INPUT', http: { status: statusOf.BAD_USER_INPUT } },
  });

/**
 * Validation rule that checks the document's weight before any other rule. The other rules are quadratic, so
 * an excessive document is replaced by an empty one.
 */
export const withinLimits: ValidationRule = (context) => ({
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
      extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
    },
  );

/**
 * Final check before an operation runs, on the document and the variables of the execution. Rejects excessive
 * queries, unknown operation names, and introspection without a sign-in.
 */
export const admission: ApolloServerPlugin<ApiContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ document, operation, request, contextValue: context, schema }) => {
      if (!operation) throw unknownOperation(request.operationName);
      if (!schema.getRootType(operation.operation)) throw tooMuch(`there is no ${operation.operation}`);
      if (operation.operation === OperationTypeNode.MUTATION && context.actor?.reading) {
        const { message, extensions } = graphqlError(new Failure('FORBIDDEN', 'readingOnly'), context);
        throw new GraphQLError(message, {
          extensions: { ...extensions, http: { status: statusOf.FORBIDDEN } },
        });
      }
      const { variables = {}, http } = request;
      const over = overLimit(document, variables);
      if (over) throw tooMuch(over);
      const length = Number(http?.headers.get('content-length') ?? 0);
      if (length > bodyLimits.standard && !acceptsLongBody(operation))
        throw tooMuch(`at most ${bodyLimits.standard} bytes`);
      if (
        !context.actor &&
        isIntrospection(document, variables, (name) => schema.getType(name) !== undefined)
      ) {
        const { message, extensions } = graphqlError(
          new Failure('UNAUTHENTICATED', 'unauthenticated'),
          context,
        );
        throw new GraphQLError(message, {
          extensions: { ...extensions, http: { status: statusOf.UNAUTHENTICATED } },
        });
      }
    },
  }),
};
