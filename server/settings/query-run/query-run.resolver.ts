import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { inputType, instant, int, objectType, opt, text } from '../../graphql/fields';

const result = {
  query: text,
  variables: opt(text),
  durationMs: int,
  bytes: int,
  rows: opt(int),
  outcome: text,
};
const QueryRunType = objectType('QueryRun', { id: int, ...result, ranAt: instant, runs: int });
const QueryRunInputType = inputType('QueryRunInput', result);

@Resolver()
export class QueryRunResolver {
  @Query(() => [QueryRunType])
  queryRuns(@Ctx() context: ApiContext): Promise<object[]> {
    return context.services.queryRuns.list(signedIn(context));
  }

  @Mutation(() => QueryRunType)
  keepQueryRun(
    @Ctx() context: ApiContext,
    @Arg('input', () => QueryRunInputType) input: UnknownRecord,
  ): Promise<object> {
    return context.services.queryRuns.keep(signedIn(context), input);
  }

  @Mutation(() => Int)
  forgetQueryRuns(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [Int], { nullable: true }) ids: number[] | null,
  ): Promise<number> {
    return context.services.queryRuns.forget(signedIn(context), ids ?? null);
  }
}
