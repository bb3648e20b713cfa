import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Mutation, Query, Resolver } from 'type-graphql';
import type { Actor } from '../auth/actor';
import { signedIn, type ApiContext } from '../services/context';
import { argsType, type FieldDef, type Fields, type TypeClass } from './fields';

/** Result of an operation: a field type, an object type or a list of one. */
type Result = FieldDef | TypeClass | readonly [TypeClass];

type Value<R extends Result> =
  R extends FieldDef<infer T> ? T : R extends readonly [TypeClass] ? readonly object[] : object;
type ArgValues<A extends Fields> = {
  readonly [Name in keyof A]: A[Name] extends FieldDef<infer T> ? T : never;
};

/** The request of an operation with the requested fields. */
interface PublicRequest extends ApiContext {
  readonly info: GraphQLResolveInfo;
}

/** The request of a signed-in user. */
interface UserRequest extends PublicRequest {
  readonly actor: Actor;
}

/** A query or mutation of the API. */
interface Operation {
  readonly kind: typeof Query | typeof Mutation;
  readonly result: Result;
  readonly args: Fields;
  /** A method, because method parameters are bivariant: arguments have the values that `args` declares. */
  run(request: PublicRequest, args: Readonly<Record<string, unknown>>): unknown;
}

type Run<Request, R extends Result, A extends Fields> = (
  request: Request,
  args: ArgValues<A>,
) => Value<R> | Promise<Value<R>>;

const ofUser =
  <R extends Result, A extends Fields>(run: Run<UserRequest, R, A>): Run<PublicRequest, R, A> =>
  (request, args) =>
    run({ ...request, actor: signedIn(request) }, args);

/** Declares a query of signed-in users. A missing optional argument has its default or is null. */
export const query = <R extends Result, A extends Fields>(
  result: R,
  args: A,
  run: Run<UserRequest, R, A>,
): Operation => ({ kind: Query, result, args, run: ofUser(run) });

/** Declares a mutation of signed-in users. */
export const mutation = <R extends Result, A extends Fields>(
  result: R,
  args: A,
  run: Run<UserRequest, R, A>,
): Operation => ({ kind: Mutation, result, args, run: ofUser(run) });

/** Declares a mutation that needs no sign-in. */
export const publicMutation = <R extends Result, A extends Fields>(
  result: R,
  args: A,
  run: Run<PublicRequest, R, A>,
): Operation => ({ kind: Mutation, result, args, run });

const isClass = (result: Result): result is TypeClass => typeof result === 'function';
const isClassList = (result: Result): result is readonly [TypeClass] => Array.isArray(result);

/** Returns a result as type-graphql expects it. */
function typeOfResult(result: Result): { type: () => object; nullable: boolean } {
  if (isClass(result)) return { type: () => result, nullable: false };
  if (isClassList(result)) return { type: () => [...result], nullable: false };
  const { type, list, nullable } = result;
  return { type: () => (list ? [type()] : type()), nullable };
}

/** Creates the resolver of operations, by name. */
export function resolver(operations: Readonly<Record<string, Operation>>): new () => object {
  @Resolver()
  class OperationsResolver {}
  const { prototype } = OperationsResolver;
  for (const [name, operation] of Object.entries(operations)) {
    const { kind, result, args } = operation;
    const { type, nullable } = typeOfResult(result);
    const defaults = Object.entries(args).map(
      ([arg, { defaultValue = null }]) => [arg, defaultValue] as const,
    );
    const Arguments = argsType(args);
    const descriptor = {
      value: (context: ApiContext, given: Readonly<Record<string, unknown>>, info: GraphQLResolveInfo) =>
        operation.run(
          { ...context, info },
          Object.fromEntries(defaults.map(([arg, value]) => [arg, given[arg] ?? value])),
        ),
    };
    Object.defineProperty(prototype, name, descriptor);
    Ctx()(prototype, name, 0);
    Args(() => Arguments)(prototype, name, 1);
    Info()(prototype, name, 2);
    kind(type, { nullable })(prototype, name, descriptor);
  }
  return OperationsResolver;
}
