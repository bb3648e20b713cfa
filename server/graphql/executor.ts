import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  isNonNullType,
  Kind,
  locatedError,
  OperationTypeNode,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values';
import type { UnknownRecord } from '../../shared/records';
import { collectFields, compileSelection, type Fragments, type Serializer } from './compile-selection';
import type { ApiContext } from '../services/context';
import { resolveInfo } from './resolve-info';
import { parseFields, SerializedResponse } from './serialized-response';

interface ExecutionRequest {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: UnknownRecord;
  readonly context: ApiContext;
}

interface RootField {
  readonly parentType: GraphQLObjectType;
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly serialize: Serializer;
}

/** Query operation with its plans, by the values of the variables in its directives. */
interface PlannedQuery {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly deciding: readonly string[];
  /** Null if the selection is not plain. */
  readonly plans: Map<string, readonly RootField[] | null>;
}

/** Maximum number of plans per operation; each variable in a directive doubles the possible ones. */
const MAX_PLANS = 16;

function preparePlans(document: DocumentNode, operationName: string | null): PlannedQuery | null {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const definitions = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION,
  );
  const deciding = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) =>
      given.forEach(({ value }) => value.kind === Kind.VARIABLE && deciding.add(value.name.value)),
  });
  return {
    operation,
    fragments: Object.fromEntries(definitions.map((fragment) => [fragment.name.value, fragment])),
    deciding: [...deciding],
    plans: new Map(),
  };
}

/** Returns the root fields for these variables; null unless each has a resolver and plain values below it. */
function planFor(
  schema: GraphQLSchema,
  { operation, fragments }: PlannedQuery,
  variables: UnknownRecord,
): RootField[] | null {
  const roots: RootField[] = [];
  const parentType = schema.getQueryType();
  if (!parentType) return null;
  try {
    for (const [key, nodes] of collectFields([operation.selectionSet], fragments, variables)) {
      const name = nodes[0]?.name.value ?? '';
      const field = parentType.getFields()[name];
      const serialize = field?.resolve
        ? compileSelection(field.type, nodes, fragments, variables, `Query.${name}`)
        : null;
      if (!field || !serialize) return null;
      roots.push({ parentType, key, nodes, field, serialize });
    }
  } catch {
    return null;
  }
  return roots;
}

async function run(
  roots: readonly RootField[],
  { fragments, operation }: PlannedQuery,
  schema: GraphQLSchema,
  variables: UnknownRecord,
  context: ApiContext,
): Promise<ExecutionResult | SerializedResponse> {
  const errors: GraphQLError[] = [];
  let isDataNull = false;
  const serialized = await Promise.all(
    roots.map(async ({ parentType, key, nodes, field, serialize }): Promise<[string, Buffer | null]> => {
      try {
        const [node] = nodes;
        const args = node ? getArgumentValues(field, node, variables) : {};
        const info = resolveInfo({
          schema,
          parentType,
          field,
          nodes,
          fragments,
          operation,
          variableValues: variables,
        });
        return [key, serialize(await field.resolve?.(undefined, args, context, info))];
      } catch (error) {
        errors.push(locatedError(error, nodes, [key]));
        isDataNull ||= isNonNullType(field.type);
        return [key, null];
      }
    }),
  );
  return errors.length === 0
    ? new SerializedResponse(serialized)
    : { errors, data: isDataNull ? null : parseFields(serialized) };
}

/**
 * Executes operations: plain queries by compiled functions that serialize the response, all others by
 * graphql-js. Documents must be validated; each document object is compiled once per set of included fields.
 */
export function createExecutor(
  schema: GraphQLSchema,
): (request: ExecutionRequest) => Promise<ExecutionResult | SerializedResponse> {
  const documents = new WeakMap<DocumentNode, Map<string, PlannedQuery | null>>();
  return async ({ document, operationName, variables, context }) => {
    let operations = documents.get(document);
    if (!operations) documents.set(document, (operations = new Map()));
    const name = operationName ?? '';
    let planned = operations.get(name);
    if (planned === undefined) operations.set(name, (planned = preparePlans(document, operationName)));
    if (planned) {
      const { coerced, errors } = getVariableValues(
        schema,
        planned.operation.variableDefinitions ?? [],
        variables,
        { maxErrors: 50 },
      );
      if (!coerced) return { errors };
      const choice = planned.deciding.map((variable) => coerced[variable]).join();
      let roots = planned.plans.get(choice);
      if (roots === undefined && planned.plans.size < MAX_PLANS)
        planned.plans.set(choice, (roots = planFor(schema, planned, coerced)));
      if (roots) return run(roots, planned, schema, coerced, context);
    }
    return execute({ schema, document, operationName, variableValues: variables, contextValue: context });
  };
}
