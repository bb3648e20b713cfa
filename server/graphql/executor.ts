import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  isNonNullType,
  Kind,
  locatedError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values';
import { collectFields, compileSelection, type Complete, type Fragments } from './compile-selection';
import type { ApiContext } from './context';

interface Asked {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: ApiContext;
}

interface RootField {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, ApiContext>;
  readonly complete: Complete;
}

/** A query whose root fields have resolvers and all below are plain values. */
interface Plan {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  readonly roots: readonly RootField[];
}

function planOf(schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Plan | null {
  const operation = getOperationAST(document, operationName);
  const query = schema.getQueryType();
  if (!query || operation?.operation !== OperationTypeNode.QUERY) return null;
  const definitions = document.definitions.filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = Object.fromEntries(definitions.map((fragment) => [fragment.name.value, fragment]));
  const roots: RootField[] = [];
  try {
    for (const [key, nodes] of collectFields([operation.selectionSet], fragments)) {
      const name = nodes[0]?.name.value ?? '';
      const field = query.getFields()[name];
      const complete = field?.resolve ? compileSelection(field.type, nodes, fragments, `Query.${name}`) : null;
      if (!field || !complete) return null;
      roots.push({ key, nodes, field, complete });
    }
  } catch {
    return null;
  }
  return { operation, fragments, roots };
}

async function run(plan: Plan, schema: GraphQLSchema, { variables, context }: Asked): Promise<ExecutionResult> {
  const coerced = getVariableValues(schema, plan.operation.variableDefinitions ?? [], variables, { maxErrors: 50 });
  if (coerced.errors) return { errors: coerced.errors };
  const errors: GraphQLError[] = [];
  let nothing = false;
  const entries = await Promise.all(
    plan.roots.map(async ({ key, nodes, field, complete }): Promise<[string, unknown]> => {
      try {
        const [node] = nodes;
        const args = node ? getArgumentValues(field as GraphQLField<unknown, unknown>, node, coerced.coerced) : {};
        // Resolvers look at what is asked for, and at nothing else.
        const info = { fieldName: field.name, fieldNodes: nodes, fragments: plan.fragments, schema } as unknown as GraphQLResolveInfo;
        return [key, complete(await field.resolve?.(undefined, args, context, info))];
      } catch (error) {
        errors.push(locatedError(error, nodes, [key]));
        nothing ||= isNonNullType(field.type);
        return [key, null];
      }
    }),
  );
  const data = nothing ? null : Object.fromEntries(entries);
  return errors.length > 0 ? { errors, data } : { data };
}

/**
 * Executes operations: plain queries by functions written for them once, all else by graphql-js.
 * Documents must have been validated; the same document object is compiled once.
 */
export function createExecutor(schema: GraphQLSchema): (asked: Asked) => Promise<ExecutionResult> {
  const plans = new WeakMap<DocumentNode, Map<string, Plan | null>>();
  return async (asked) => {
    const { document, operationName, variables, context } = asked;
    let ofDocument = plans.get(document);
    if (!ofDocument) plans.set(document, (ofDocument = new Map()));
    const name = operationName ?? '';
    let plan = ofDocument.get(name);
    if (plan === undefined) ofDocument.set(name, (plan = planOf(schema, document, operationName)));
    if (plan) return run(plan, schema, asked);
    return execute({ schema, document, operationName, variableValues: variables, contextValue: context });
  };
}
